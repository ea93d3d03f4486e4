// Cuts a TrueType font down to the characters that figures use, under a new name.
//   node packages/report/scripts/subset-font.js DejaVuSans.ttf packages/report/fonts/cede-sans.ttf
// PNGs are drawn with this font alone, so that they are the same bytes on every machine.
import { readFileSync, writeFileSync } from 'node:fs';

const FAMILY = 'Cede Sans';
/** Latin, Greek, Cyrillic, general punctuation, arrows, and the few mathematical signs in use. */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x370, 0x3ff],
  [0x400, 0x45f],
  [0x2010, 0x2030],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0x2260, 0x2265],
  [0xfffd, 0xfffd],
];

const [source, target] = process.argv.slice(2);
const font = readFileSync(source);
const tables = new Map();
for (let i = 0; i < font.readUInt16BE(4); i++) {
  const at = 12 + 16 * i;
  const offset = font.readUInt32BE(at + 8);
  const name = font.toString('latin1', at, at + 4);
  tables.set(name, font.subarray(offset, offset + font.readUInt32BE(at + 12)));
}
const longOffsets = tables.get('head').readInt16BE(50) === 1;
const metrics = tables.get('hhea').readUInt16BE(34);

const kept = [0];
const renumbered = new Map([[0, 0]]);
const characters = [];
for (const [from, to] of RANGES) {
  for (let code = from; code <= to; code++) {
    const old = glyphOf(code);
    if (old !== 0) characters.push([code, keep(old)]);
  }
}
const glyphs = [];
for (let k = 0; k < kept.length; k++) glyphs.push(withNewParts(glyphData(kept[k]))); // grows as parts are found
writeFileSync(target, assemble());

function keep(old) {
  if (!renumbered.has(old)) {
    renumbered.set(old, kept.length);
    kept.push(old);
  }
  return renumbered.get(old);
}

/** Format 4 of the character map: segments of consecutive codes. */
function glyphOf(code) {
  const cmap = tables.get('cmap');
  let at = 0;
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const offset = cmap.readUInt32BE(8 + 8 * i);
    if (cmap.readUInt16BE(offset) === 4) at = offset;
  }
  const segments = cmap.readUInt16BE(at + 6) / 2;
  for (let i = 0; i < segments; i++) {
    if (cmap.readUInt16BE(at + 14 + 2 * i) < code) continue;
    const start = cmap.readUInt16BE(at + 16 + 2 * segments + 2 * i);
    if (start > code) return 0;
    const delta = cmap.readInt16BE(at + 16 + 4 * segments + 2 * i);
    const place = at + 16 + 6 * segments + 2 * i;
    const range = cmap.readUInt16BE(place);
    const glyph = range === 0 ? code : cmap.readUInt16BE(place + range + 2 * (code - start));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}

function glyphData(old) {
  const loca = tables.get('loca');
  const at = (k) => (longOffsets ? loca.readUInt32BE(4 * k) : 2 * loca.readUInt16BE(2 * k));
  return Buffer.from(tables.get('glyf').subarray(at(old), at(old + 1)));
}

/** A composite glyph names its parts by number: those are kept too, and renamed. */
function withNewParts(data) {
  if (data.length === 0 || data.readInt16BE(0) >= 0) return data;
  let at = 10;
  for (let flags = 0x20; flags & 0x20; ) {
    flags = data.readUInt16BE(at);
    data.writeUInt16BE(keep(data.readUInt16BE(at + 2)), at + 2);
    data.writeUInt16BE(flags & ~0x100, at); // no instructions: hinting tables are dropped
    at += 4 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
  }
  return data.subarray(0, at);
}

function assemble() {
  const padded = glyphs.map((data) =>
    Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]),
  );
  const loca = Buffer.alloc(4 * (glyphs.length + 1));
  padded.reduce((offset, data, k) => {
    loca.writeUInt32BE(offset + data.length, 4 * (k + 1));
    return offset + data.length;
  }, 0);
  const hmtx = Buffer.concat(
    kept.map((old) => {
      const source = tables.get('hmtx');
      if (old < metrics) return source.subarray(4 * old, 4 * old + 4);
      const bearing = 4 * metrics + 2 * (old - metrics);
      return Buffer.concat([
        source.subarray(4 * metrics - 4, 4 * metrics - 2),
        source.subarray(bearing, bearing + 2),
      ]);
    }),
  );
  const head = Buffer.from(tables.get('head'));
  head.writeInt16BE(1, 50);
  head.writeUInt32BE(0, 8);
  const hhea = Buffer.from(tables.get('hhea'));
  hhea.writeUInt16BE(glyphs.length, 34);
  const maxp = Buffer.from(tables.get('maxp'));
  maxp.writeUInt16BE(glyphs.length, 4);
  const post = Buffer.alloc(32);
  post.writeUInt32BE(0x30000, 0);
  const parts = {
    'OS/2': tables.get('OS/2'),
    cmap: characterMap(),
    glyf: Buffer.concat(padded),
    head,
    hhea,
    hmtx,
    loca,
    maxp,
    name: names(),
    post,
  };
  const entries = Object.entries(parts);
  const header = Buffer.alloc(12 + 16 * entries.length);
  header.writeUInt32BE(0x10000, 0);
  header.writeUInt16BE(entries.length, 4);
  header.writeUInt16BE(128, 6);
  header.writeUInt16BE(3, 8);
  header.writeUInt16BE(16 * entries.length - 128, 10);
  const bodies = [];
  let offset = header.length;
  entries.forEach(([name, data], k) => {
    const body = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    header.write(name, 12 + 16 * k, 'latin1');
    header.writeUInt32BE(checksum(body), 16 + 16 * k);
    header.writeUInt32BE(offset, 20 + 16 * k);
    header.writeUInt32BE(data.length, 24 + 16 * k);
    offset += body.length;
    bodies.push(body);
  });
  return Buffer.concat([header, ...bodies]);
}

function checksum(data) {
  let sum = 0;
  for (let k = 0; k < data.length; k += 4) sum = (sum + data.readUInt32BE(k)) >>> 0;
  return sum;
}

/** Format 12: (first code, last code, first glyph), here one group a character. */
function characterMap() {
  const size = 16 + 12 * characters.length;
  const map = Buffer.alloc(12 + size);
  map.writeUInt16BE(1, 2);
  map.writeUInt16BE(3, 4);
  map.writeUInt16BE(10, 6);
  map.writeUInt32BE(12, 8);
  map.writeUInt16BE(12, 12);
  map.writeUInt32BE(size, 16);
  map.writeUInt32BE(characters.length, 24);
  characters.forEach(([code, glyph], k) => {
    map.writeUInt32BE(code, 28 + 12 * k);
    map.writeUInt32BE(code, 32 + 12 * k);
    map.writeUInt32BE(glyph, 36 + 12 * k);
  });
  return map;
}

/** The licence asks that a changed font has another name. */
function names() {
  const style = /bold/i.test(source) ? 'Bold' : 'Regular';
  const records = [
    [1, FAMILY],
    [2, style],
    [4, `${FAMILY} ${style}`],
    [6, `CedeSans-${style}`],
  ];
  const texts = records.map(([, text]) => Buffer.from(text, 'utf16le').swap16());
  const table = Buffer.alloc(6 + 12 * records.length);
  table.writeUInt16BE(records.length, 2);
  table.writeUInt16BE(table.length, 4);
  records.reduce((offset, [id], k) => {
    [3, 1, 0x409, id, texts[k].length, offset].forEach((value, j) => {
      table.writeUInt16BE(value, 6 + 12 * k + 2 * j);
    });
    return offset + texts[k].length;
  }, 0);
  return Buffer.concat([table, ...texts]);
}
