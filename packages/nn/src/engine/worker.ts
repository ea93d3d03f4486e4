import { parentPort, workerData } from 'node:worker_threads';
import { CONTROL, createContext } from './context.js';
import type { Assignment } from './crew.js';
import { runPhases } from './phases.js';
import { PROGRAMS, programsOf } from './programs.js';

/** A thread of a crew: sleeps until a command comes, works its share, sleeps again, until terminated. */
const { configuration, memory, pixels, thread } = workerData as Assignment;
const context = createContext(configuration, memory, new Uint8Array(pixels), thread);
const programs = programsOf(context);
const { control } = context;

let seen = 0; // no command is given before this thread has reported
parentPort?.postMessage('ready');
for (;;) {
  Atomics.wait(control, CONTROL.command, seen);
  if (Atomics.load(control, CONTROL.command) === seen) continue;
  seen++;
  const program = PROGRAMS[control[CONTROL.program]];
  try {
    runPhases(context, programs[program]);
  } catch (error) {
    // The leading thread may be waiting for this one: it looks at this word.
    Atomics.store(control, CONTROL.failed, 1);
    throw error;
  }
}
