import type { Batch, OutcomeRow } from '../contract.js';
import { RecordPack } from '../record-pack.js';

/**
 * A batch as bytes in the redo log: a head, the numbers and texts of its decisions as they stand in
 * their pack, and the rest as JSON. Everything begins at a multiple of 8, so that numbers can be read
 * where they lie.
 */
export interface Frame {
  readonly batch: Batch;
  /** Which run of a service wrote it; frames of another one are leftovers. */
  readonly run: number;
  /** Counts up within a run. */
  readonly seq: number;
  /** Where the next one begins. */
  readonly end: number;
}

const MAGIC = 0x63656465;
/** Of the head, in 32-bit words; run and sequence number stand behind them as doubles. */
const [TYPE, SUM, LENGTH, ROWS, TEXTS, REST] = [0, 1, 2, 3, 4, 5];
const HEAD = 48;
const [RUN, SEQ] = [4, 5];

const padded = (bytes: number) => (bytes + 7) & ~7;

/** Writes a batch into `room`, which grows where it must; the frame is the first `length` bytes. */
export function writeFrame(
  { decisions, outcomes, state }: Batch,
  { run, seq }: Pick<Frame, 'run' | 'seq'>,
  room: Buffer,
): { frame: Buffer; room: Buffer } {
  const { numbers, texts, names } = RecordPack.of(decisions).used;
  const rest = Buffer.from(JSON.stringify({ names, outcomes, state }));
  const textsAt = HEAD + numbers.byteLength;
  const restAt = padded(textsAt + texts.length);
  const length = padded(restAt + rest.length);
  const into = length <= room.length ? room : Buffer.from(new ArrayBuffer(2 * length));
  into.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), HEAD);
  into.set(texts, textsAt);
  into.fill(0, textsAt + texts.length, restAt);
  into.set(rest, restAt);
  into.fill(0, restAt + rest.length, length);
  const words = new Int32Array(into.buffer, into.byteOffset, length / 4);
  const doubles = new Float64Array(into.buffer, into.byteOffset, HEAD / 8);
  words[TYPE] = MAGIC;
  words[LENGTH] = length;
  words[ROWS] = decisions.length;
  words[TEXTS] = texts.length;
  words[REST] = rest.length;
  doubles[RUN] = run;
  doubles[SEQ] = seq;
  words[SUM] = sumOf(words);
  return { frame: into.subarray(0, length), room: into };
}

/**
 * The frame that begins at a place in some bytes, which must begin at a multiple of 8 in memory.
 * Undefined where there is none, or one that was not written whole.
 */
export function readFrame(bytes: Buffer, from: number): Frame | undefined {
  if (from + HEAD > bytes.length) return undefined;
  const at = bytes.byteOffset + from;
  const head = new Int32Array(bytes.buffer, at, HEAD / 4);
  const length = head[LENGTH];
  if (head[TYPE] !== MAGIC || length < HEAD || length % 8 !== 0 || from + length > bytes.length)
    return undefined;
  if (sumOf(new Int32Array(bytes.buffer, at, length / 4)) !== head[SUM]) return undefined;
  const doubles = new Float64Array(bytes.buffer, at, HEAD / 8);
  const numbers = RecordPack.numbersOf(bytes.buffer, at + HEAD, head[ROWS]);
  const textsAt = from + HEAD + numbers.byteLength;
  const restAt = padded(textsAt + head[TEXTS]);
  const rest = JSON.parse(bytes.toString('utf8', restAt, restAt + head[REST])) as {
    names: string[];
    outcomes: OutcomeRow[];
    state: [string, string][];
  };
  const texts = bytes.subarray(textsAt, textsAt + head[TEXTS]);
  return {
    batch: {
      decisions: RecordPack.over(head[ROWS], numbers, texts, rest.names),
      outcomes: rest.outcomes,
      state: rest.state,
    },
    ...{ run: doubles[RUN], seq: doubles[SEQ], end: from + length },
  };
}

/** Tells a frame that a power cut left in pieces; the place of the sum itself is passed over. */
function sumOf(words: Int32Array): number {
  let sum = 0x811c9dc5 | 0;
  for (let k = LENGTH; k < words.length; k++) sum = Math.imul(sum ^ words[k], 0x01000193);
  return sum;
}

/** Frames as one batch, in their order. */
export function joined(frames: readonly Frame[]): Batch {
  const decisions = frames.flatMap(({ batch }) => [...batch.decisions]);
  const outcomes = frames.flatMap(({ batch }) => batch.outcomes);
  const state = new Map(frames.flatMap(({ batch }) => batch.state));
  return { decisions, outcomes, state: [...state] };
}
