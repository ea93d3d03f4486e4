import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import { batchOf, decideBatch, type Reading } from '../decide-batch.js';
import type { SharingStart } from '../sharing-threads.js';
import { ASKED, CLOSED, DONE, LEFT, READING, ROWS, STATE, shareIn, TAKEN } from './share.js';

/** A thread that decides its share of the rows of a chunk while the one who asked decides the rest. */
const { policy, port, memory, rows, width } = workerData as SharingStart;
const share = shareIn(memory, rows, width);
const { control } = share;
const readings = new Map<number, Reading>();

/** Told before the first share of a part: what this thread is told it has to fetch. */
function readingOf(number: number): Reading {
  for (let told = receiveMessageOnPort(port); told; told = receiveMessageOnPort(port))
    readings.set(told.message.number, told.message.reading);
  const reading = readings.get(number);
  if (!reading) throw new Error('a share of an unknown part');
  return reading;
}

function decideShare(): void {
  const count = control[ROWS]!;
  const reading = readings.get(control[READING]!) ?? readingOf(control[READING]!);
  const block = share.probabilities.subarray(0, count * width);
  const { scores, defer } = decideBatch(policy, reading, batchOf(block, reading, width));
  share.scores.set(scores);
  share.defer.set(defer);
}

for (;;) {
  const state = Atomics.load(control, STATE);
  if (state === CLOSED) break;
  if (Atomics.compareExchange(control, STATE, ASKED, TAKEN) !== ASKED) {
    Atomics.wait(control, STATE, state);
    continue;
  }
  let end = DONE;
  try {
    decideShare();
  } catch {
    end = LEFT;
  }
  Atomics.store(control, STATE, end);
  Atomics.notify(control, STATE);
}
port.close();
