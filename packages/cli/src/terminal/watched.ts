import { type ProgressBar, startProgress } from '@cede/run/node';
import { interruptSignal, type Keeps } from '../interrupt.js';

/** What a long work is given: how to show how far it is, and when to stop. */
export interface Watch {
  readonly signal: AbortSignal;
  /** A new step has a bar of its own. */
  show(step: string, done: number, note?: string, secondsLeft?: number | null): void;
  /** From here on Ctrl-C ends the process: nothing hears the signal any more. */
  release(): void;
}

/** A bar for each step of a long work, and Ctrl-C; `keeps` says what is on disk after that. */
export async function watched<Result>(
  first: string,
  flags: { readonly json?: boolean; readonly quiet?: boolean },
  keeps: Keeps,
  work: (watch: Watch) => Promise<Result>,
): Promise<Result> {
  const { signal, release } = interruptSignal(keeps);
  let bar: { step: string; progress: ProgressBar } = {
    step: first,
    progress: startProgress(first, flags),
  };
  try {
    return await work({
      signal,
      release,
      show(step, done, note, secondsLeft) {
        if (bar.step !== step) {
          bar.progress.stop();
          bar = { step, progress: startProgress(step, flags) };
        }
        bar.progress.update(done, note, secondsLeft);
      },
    });
  } finally {
    release();
    bar.progress.stop();
  }
}
