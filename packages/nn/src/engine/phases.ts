import { CONTROL, type Context } from './context.js';
import { SLICES } from './layout.js';

/**
 * A step is a list of phases. In a phase every slice is worked on by one thread, whichever comes
 * first; when all are done, the last thread to arrive reduces what the slices left, in slice order,
 * and lets the others go on. So the numbers never depend on which thread did what.
 */
export interface Phase {
  work(slice: number): void;
  finish?(): void;
}

/**
 * Every other phase takes the slices from the last to the first: what the phase before touched last
 * is still in a cache.
 */
const sliceOf = (phase: number, taken: number) => (phase % 2 === 0 ? taken : SLICES - 1 - taken);

/** Looks at the generation before a thread goes to sleep: phases are often finished together. */
const SPINS = 20_000;

export function runPhases(context: Context, phases: Phase[]): void {
  const { control } = context;
  const { threads } = context.configuration;
  for (const [index, phase] of phases.entries()) {
    const generation = Atomics.load(control, CONTROL.generation);
    for (;;) {
      const taken = Atomics.add(control, CONTROL.next, 1);
      if (taken >= SLICES) break;
      phase.work(sliceOf(index, taken));
    }
    if (Atomics.add(control, CONTROL.arrived, 1) === threads - 1) {
      phase.finish?.();
      Atomics.store(control, CONTROL.arrived, 0);
      Atomics.store(control, CONTROL.next, 0);
      Atomics.add(control, CONTROL.generation, 1);
      Atomics.notify(control, CONTROL.generation);
    } else {
      waitFor(control, generation);
    }
  }
}

function waitFor(control: Int32Array, generation: number): void {
  for (let n = 0; n < SPINS; n++) {
    if (Atomics.load(control, CONTROL.generation) !== generation) return;
  }
  while (Atomics.load(control, CONTROL.generation) === generation) {
    // The time limit lets a thread notice that another one failed and will never arrive.
    Atomics.wait(control, CONTROL.generation, generation, 1000);
    if (Atomics.load(control, CONTROL.failed) !== 0) throw new Error('another thread failed');
  }
}
