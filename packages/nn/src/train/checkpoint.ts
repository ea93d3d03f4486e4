import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { InputError } from '@cede/core';
import { decodeArchive, encodeArchive } from '../network/bytes.js';
import type { NetworkSpec } from '../network/spec.js';
import type { LabelledImages, TrainingOptions } from './options.js';

/** What an epoch did; the same for any machine and number of threads. */
export interface EpochSummary {
  /** Mean training loss and share of right answers, as the weights moved. */
  loss: number;
  accuracy: number;
  /** Share of right answers on the validation images, in evaluation mode. */
  validation?: number;
}

/** Everything a run needs to go on: the network, the optimiser's velocity, and how far it is. */
export interface Checkpoint {
  /** Names the run: spec, options and data. */
  run: string;
  history: EpochSummary[];
  arrays: [name: string, data: Float32Array][];
}

const FORMAT = 'cede/checkpoint';

/** Two runs with the same name are the same run, byte for byte. */
export function nameRun(
  spec: NetworkSpec,
  options: TrainingOptions,
  ...data: (LabelledImages | undefined)[]
): string {
  const hash = createHash('sha256').update(JSON.stringify([sorted(spec), sorted(options)]));
  for (const part of data) {
    if (part) hash.update(part.images).update(Int32Array.from(part.labels));
    hash.update('|');
  }
  return hash.digest('hex');
}

const sorted = (record: object) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));

/** Written to a temporary name and renamed: a kill leaves the old checkpoint or the new one. */
export function writeCheckpoint(path: string, { run, history, arrays }: Checkpoint): void {
  const bytes = encodeArchive(FORMAT, { note: { run, history }, arrays });
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, 'w');
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

/** The checkpoint of this run, if there is one. */
export function readCheckpoint(path: string, run: string): Checkpoint | undefined {
  if (!existsSync(path)) return undefined;
  const { note, arrays } = decodeArchive<Pick<Checkpoint, 'run' | 'history'>>(
    FORMAT,
    readFileSync(path),
    `checkpoint ${path}`,
  );
  if (note.run !== run) {
    throw new InputError(
      `checkpoint ${path} belongs to another run (${note.run.slice(0, 12)}, this one is ` +
        `${run.slice(0, 12)}): the network, the options or the data differ. Delete it or choose another path.`,
    );
  }
  return { ...note, arrays };
}

/** How many epochs of a training are done, by its checkpoint; 0 where there is none. */
export function epochsDone(path: string): number {
  if (!existsSync(path)) return 0;
  const { note } = decodeArchive<Pick<Checkpoint, 'history'>>(
    FORMAT,
    readFileSync(path),
    `checkpoint ${path}`,
  );
  return note.history.length;
}
