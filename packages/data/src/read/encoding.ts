import { InputError } from '@cede/core';

export const NOTHING: Uint8Array = new Uint8Array(0);

export function notUtf8(name: string, line: number): InputError {
  return new InputError(
    `table ${name}, line ${line}: the text is not UTF-8. Save the file as UTF-8.`,
  );
}

/** How many lines of a chunk that is no UTF-8 come before the first bad one. */
export function goodLines(before: Uint8Array, chunk: Uint8Array): number {
  const bytes = joined(openLetter(before), chunk);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 0;
  for (let from = 0; ; lines++) {
    const end = bytes.indexOf(10, from);
    try {
      decoder.decode(bytes.subarray(from, end < 0 ? bytes.length : end));
    } catch {
      return lines;
    }
    if (end < 0) return lines;
    from = end + 1;
  }
}

/** The last bytes read so far, one letter or more. */
export const lastBytes = (before: Uint8Array, chunk: Uint8Array): Uint8Array =>
  chunk.length < 4 ? joined(before.slice(-4), chunk) : chunk.slice(-4);

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}

/** The last letter, which may go on in the next chunk. */
function openLetter(chunk: Uint8Array): Uint8Array {
  let at = chunk.length - 1;
  while (at > chunk.length - 4 && at > 0 && (chunk[at]! & 0xc0) === 0x80) at--;
  return at >= 0 && chunk[at]! >= 0xc0 ? chunk.subarray(at) : NOTHING;
}

/** Formats that aren't text, by their first bytes. */
const BINARY = [
  { format: 'Parquet', ending: '.parquet', magic: 'PAR1' },
  { format: 'NPZ (ZIP)', ending: '.npz', magic: 'PK\x03\x04' },
];

/** Says what a file is that can't be read as text, and what to do about it. */
export function refuseOtherEncodings(chunk: Uint8Array, name: string): void {
  const piped = /^stdin(\.csv|\.jsonl)?$/.test(name);
  const table = piped ? 'stdin' : name;
  const [a, b] = chunk;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
    throw new InputError(`table ${table}: the file is UTF-16 text. Save it as UTF-8.`);
  }
  if (a === 0x1f && b === 0x8b) {
    throw new InputError(
      piped
        ? 'table stdin: the input is gzip-compressed (expected CSV or JSONL). Unpack it on the way, for instance with gunzip -c.'
        : name.toLowerCase().endsWith('.gz')
          ? `table ${name}: the file is gzip-compressed twice. Unpack it once.`
          : `table ${name}: the file is gzip-compressed. Give it a name that ends in .gz.`,
    );
  }
  const start = String.fromCharCode(...chunk.subarray(0, 4));
  const binary = BINARY.find(({ magic }) => magic === start);
  if (binary) {
    throw new InputError(
      `table ${table}: ${piped ? 'the input' : 'the file'} is ${binary.format} (expected ${piped ? 'CSV or JSONL' : 'text'}). ${piped ? 'Name the file instead' : `Give it a name that ends in ${binary.ending}`}.`,
    );
  }
  if (chunk.subarray(0, 4096).includes(0)) {
    throw new InputError(
      piped
        ? 'table stdin: the input is not text (a zero byte among the first 4096; expected CSV or JSONL).'
        : `table ${name}: the file is not text (a zero byte among the first 4096).`,
    );
  }
}
