import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { InputError, insist, stream } from '@cede/core';
import { verifyFile } from './checksum.js';
import {
  type Dataset,
  type LoadOptions,
  type OfficialFile,
  type Split,
  takeExamples,
} from './dataset.js';
import { holdOut } from './hold-out.js';
import { locateAll, locateFile, refuseMissing } from './locate.js';
import { readTarGz } from './tar.js';

export const SIDE = 32;
const PIXELS = SIDE * SIDE;

/** One file of fixed-size records: some label bytes, then the red, green and blue planes. */
export interface RecordFile {
  readonly file: string;
  readonly rows: number;
  readonly md5: string;
}

/** What sets the members of the CIFAR family apart. */
export interface CifarLayout {
  readonly name: string;
  readonly title: string;
  readonly official: OfficialFile;
  readonly folder: string;
  readonly train: readonly RecordFile[];
  readonly test: readonly RecordFile[];
  readonly classes: readonly string[];
  readonly groups: Readonly<Record<string, readonly number[]>>;
  readonly labelBytes: number;
  /** Which of the label bytes is the label. */
  readonly labelAt: number;
  readonly validationPerClass: number;
  /** Refuses a record whose label bytes contradict each other. */
  readonly checkLabels?: (bytes: Uint8Array, where: string) => void;
}

export async function loadCifar(layout: CifarLayout, options: LoadOptions): Promise<Dataset> {
  const { files, verified } = await readRecordFiles(layout, options);
  const whole = joinSplits(layout.train.map((part) => parse(layout, part, files)));
  const test = joinSplits(layout.test.map((part) => parse(layout, part, files)));
  const random = stream(options.seed ?? 1, `validation split of ${layout.name}`);
  const { kept, held } = holdOut(
    whole.labels,
    layout.classes.length,
    [layout.validationPerClass],
    options.split === 'first' ? 'as they come' : random,
  );
  return {
    name: layout.name,
    title: verified ? layout.title : `${layout.title} (unverified)`,
    classes: layout.classes,
    groups: layout.groups,
    width: SIDE,
    height: SIDE,
    channels: 3,
    splits: { train: takeExamples(whole, kept), validation: takeExamples(whole, held[0]), test },
    verified,
  };
}

type Files = ReadonlyMap<string, Uint8Array>;

/** From the official archive, or from its files already unpacked. */
async function readRecordFiles(
  layout: CifarLayout,
  options: LoadOptions,
): Promise<{ files: Files; verified: boolean }> {
  const parts = [...layout.train, ...layout.test];
  const names = parts.map((part) => part.file);
  const unpacked = locateAll(options.dir, [layout.folder], names, layout.name);
  if (unpacked) {
    let verified = true;
    const files = new Map<string, Uint8Array>();
    for (const [i, path] of unpacked.entries()) {
      verified = (await verifyFile(path, parts[i].md5, options)) && verified;
      files.set(names[i], await readFile(path));
    }
    return { files, verified };
  }
  const archive = locateFile(options.dir, layout.official.file, layout.name);
  if (!archive) {
    const wanted = `${layout.official.file} (or ${names.join(', ')})`;
    refuseMissing(options.dir as string, wanted, layout.name);
  }
  const verified = await verifyFile(archive, layout.official.md5, options);
  return { files: readTarGz(await readFile(archive), basename(archive)), verified };
}

function parse(layout: CifarLayout, part: RecordFile, files: Files): Split {
  const bytes = files.get(part.file);
  if (!bytes) throw new InputError(`${layout.official.file} holds no ${part.file}.`);
  const record = layout.labelBytes + 3 * PIXELS;
  insist(
    bytes.length === part.rows * record,
    () =>
      `${part.file} has ${bytes.length} bytes; ${part.rows} images of ${record} bytes make ` +
      `${part.rows * record}. The file is damaged or of another dataset.`,
  );
  const images = new Uint8Array(part.rows * 3 * PIXELS);
  const labels = new Uint8Array(part.rows);
  for (let row = 0; row < part.rows; row++) {
    const start = row * record;
    const label = bytes[start + layout.labelAt];
    insist(
      label < layout.classes.length,
      () =>
        `${part.file}, image ${row + 1}: label ${label} is not one of ` +
        `0 … ${layout.classes.length - 1}.`,
    );
    layout.checkLabels?.(
      bytes.subarray(start, start + layout.labelBytes),
      `${part.file}, image ${row + 1}`,
    );
    labels[row] = label;
    interleave(bytes, start + layout.labelBytes, images, row * 3 * PIXELS);
  }
  return { images, labels };
}

/** Three planes become pixels of three bytes. */
function interleave(planes: Uint8Array, from: number, pixels: Uint8Array, to: number): void {
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    pixels[to + 3 * pixel] = planes[from + pixel];
    pixels[to + 3 * pixel + 1] = planes[from + PIXELS + pixel];
    pixels[to + 3 * pixel + 2] = planes[from + 2 * PIXELS + pixel];
  }
}

function joinSplits(parts: readonly Split[]): Split {
  if (parts.length === 1) return parts[0];
  const rows = parts.reduce((sum, part) => sum + part.labels.length, 0);
  const images = new Uint8Array(rows * 3 * PIXELS);
  const labels = new Uint8Array(rows);
  let row = 0;
  for (const part of parts) {
    images.set(part.images, row * 3 * PIXELS);
    labels.set(part.labels, row);
    row += part.labels.length;
  }
  return { images, labels };
}
