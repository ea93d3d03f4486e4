import {
  closeSync,
  existsSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Batch } from '../contract.js';
import { type Frame, readFrame, writeFrame } from './redo-frame.js';

/** Some frames in a row: which file, from where to where, and the last frame's number. */
export interface Stretch {
  readonly file: number;
  readonly from: number;
  readonly to: number;
  readonly last: number;
}

/** The two files take turns: one is written while what stands in the other goes into the tables. */
export const redoFiles = (path: string): string[] => [`${path}-redo-0`, `${path}-redo-1`];

/** When it is the other file's turn, bytes. */
const FULL = 4 << 20;

/**
 * The two files that strict answers wait for. Writing a group at the end of a file and one fdatasync
 * take a fifth of the time of the same group's commit in SQLite, which writes a dozen pages of tables
 * and indexes. Those are written a little later, for many groups at once.
 */
export class RedoLog {
  private readonly files: number[];
  private readonly ends = [0, 0];
  /** The last frame in each file. */
  readonly lasts = [0, 0];
  private room: Buffer = Buffer.from(new ArrayBuffer(1 << 16));
  private current = 0;
  private seq = 0;

  constructor(
    path: string,
    private readonly run: number,
    private readonly full = FULL,
  ) {
    this.files = redoFiles(path).map((file) => openSync(file, 'w+'));
    for (const file of this.files) fsyncSync(file);
    syncFolder(path);
  }

  /** The file that must be free before the next batch is written, where it is the other's turn. */
  get turn(): number | undefined {
    return this.ends[this.current] >= this.full ? 1 - this.current : undefined;
  }

  /** Begins with the other file anew: all that stands in it must be in the tables for good. */
  takeTurns(): void {
    this.current = 1 - this.current;
    this.ends[this.current] = 0;
  }

  /** One at a time. What fails leaves its place to the next one. */
  async write(batch: Batch): Promise<Stretch> {
    const { files, current: file, run } = this;
    const from = this.ends[file];
    const seq = this.seq + 1;
    const { frame, room } = writeFrame(batch, { run, seq }, this.room);
    this.room = room;
    for (let written = 0; written < frame.length; )
      written += writeSync(files[file], frame, written, frame.length - written, from + written);
    if (process.env.CEDE_TEST_SYNCHRONOUS !== 'OFF')
      await new Promise<void>((resolve, reject) => {
        fdatasync(files[file], (error) => (error ? reject(error) : resolve()));
      });
    this.seq = seq;
    this.lasts[file] = seq;
    this.ends[file] = from + frame.length;
    return { file, from, to: this.ends[file], last: seq };
  }

  close(): void {
    for (const file of this.files) closeSync(file);
  }
}

/** The frames of some stretches, in their order. */
export function* framesOf(path: string, stretches: readonly Stretch[]): Generator<Frame> {
  for (const { file, from, to } of stretches) {
    const bytes = bytesOf(redoFiles(path)[file], from, to);
    for (let at = 0; at < bytes.length; ) {
      const frame = readFrame(bytes, at);
      if (!frame) throw new Error(`${redoFiles(path)[file]} is damaged at byte ${from + at}`);
      yield frame;
      at = frame.end;
    }
  }
}

/** What stands in the files now, also while a service writes to them. */
export const redoBytes = (path: string): Buffer[] =>
  redoFiles(path)
    .filter((file) => existsSync(file))
    .map((file) => bytesOf(file));

/** What a run has recorded after a frame, up to the first that is missing or in pieces. */
export function recordedAfter(files: readonly Buffer[], run: number, after: number): Frame[] {
  const found: Frame[] = [];
  for (const bytes of files) {
    let frame = readFrame(bytes, 0);
    // In one file they count up; behind the newest stand older ones, from its turn before.
    for (let last = 0; frame && frame.run === run && frame.seq > last; ) {
      if (frame.seq > after) found.push(frame);
      last = frame.seq;
      frame = readFrame(bytes, frame.end);
    }
  }
  found.sort((one, other) => one.seq - other.seq);
  const gap = found.findIndex(({ seq }, k) => seq !== after + 1 + k);
  return gap < 0 ? found : found.slice(0, gap);
}

export const hasRedo = (path: string): boolean => redoFiles(path).some(existsSync);

/** Only when all that stands in them is in the tables for good. */
export function removeRedo(path: string): void {
  for (const file of redoFiles(path)) rmSync(file, { force: true });
  syncFolder(path);
}

function bytesOf(file: string, from = 0, to?: number): Buffer {
  const open = openSync(file, 'r');
  try {
    const length = (to ?? fstatSync(open).size) - from;
    const bytes = Buffer.from(new ArrayBuffer(length));
    let read = 0;
    while (read < length) {
      const count = readSync(open, bytes, read, length - read, from + read);
      if (count === 0) break;
      read += count;
    }
    return bytes.subarray(0, read);
  } finally {
    closeSync(open);
  }
}

/** A new file is there after a power cut only when its folder is on disk. Not every system can. */
function syncFolder(path: string): void {
  try {
    const folder = openSync(dirname(path), 'r');
    fsyncSync(folder);
    closeSync(folder);
  } catch {
    // Windows has no such thing.
  }
}
