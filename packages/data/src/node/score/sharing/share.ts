/** How far a share is. The one who asks may take back what the thread has not taken. */
export const FREE = 0;
export const ASKED = 1;
export const TAKEN = 2;
export const DONE = 3;
/** The one who asked decides these rows too, and then knows what is wrong. */
export const LEFT = 4;
export const CLOSED = 5;

/** Words of `control`. */
export const STATE = 0;
export const READING = 1;
export const ROWS = 2;
const WORDS = 4;

/** Memory in which one thread is handed rows of probabilities, and answers. */
export interface Share {
  readonly memory: SharedArrayBuffer;
  readonly control: Int32Array;
  readonly probabilities: Float32Array;
  readonly scores: Float32Array;
  readonly defer: Uint8Array;
}

export const shareMemory = (rows: number, width: number): SharedArrayBuffer =>
  new SharedArrayBuffer(4 * WORDS + rows * (4 * width + 4 + 1));

export function shareIn(memory: SharedArrayBuffer, rows: number, width: number): Share {
  const scoresAt = 4 * WORDS + 4 * rows * width;
  return {
    memory,
    control: new Int32Array(memory, 0, WORDS),
    probabilities: new Float32Array(memory, 4 * WORDS, rows * width),
    scores: new Float32Array(memory, scoresAt, rows),
    defer: new Uint8Array(memory, scoresAt + 4 * rows, rows),
  };
}
