import type { LabRun } from '@cede/lab';
import { interruptSignal } from '../interrupt.js';
import type { OutputFlags } from '../options/output.js';
import { duration, type Progress, startProgress } from '../terminal/progress.js';
import { VERSION } from '../version.js';

/** A bar for each step of a run, its remarks on stderr, and Ctrl-C. */
export async function watched(
  flags: OutputFlags & { jobs?: number },
  work: (run: LabRun) => Promise<string>,
): Promise<string> {
  const silent = flags.quiet || flags.json;
  const interrupt = interruptSignal('on disk');
  let bar: { step: string; progress: Progress } | undefined;
  try {
    return await work({
      version: VERSION,
      jobs: flags.jobs,
      signal: interrupt.signal,
      onProgress({ step, done, note, secondsLeft }) {
        if (bar?.step !== step) {
          bar?.progress.stop();
          bar = { step, progress: startProgress(step, flags) };
        }
        bar.progress.update(done, note, secondsLeft);
      },
      tell: (lines) => silent || process.stderr.write(`${lines.join('\n')}\n`),
      onTrained(seconds) {
        for (const [side, took] of Object.entries(seconds))
          if (!silent) process.stderr.write(`${side} trained in ${duration(took)}\n`);
      },
    });
  } finally {
    interrupt.release();
    bar?.progress.stop();
  }
}
