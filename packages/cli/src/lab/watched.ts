import type { LabRun } from '@cede/lab';
import { terminalMarkdown } from '@cede/report/node';
import { duration } from '@cede/run';
import type { OutputFlags } from '../options/output.js';
import { keptBy, type QueueFlags, sayTo, withQueue } from '../options/queue.js';
import { terminal } from '../terminal/print.js';
import { watched } from '../terminal/watched.js';
import { VERSION } from '../version.js';

/** Markdown is for files and pipes; a person at a terminal gets columns. */
export const forReader = (markdown: string): string =>
  process.stdout.isTTY ? terminalMarkdown(markdown, terminal()) : markdown;
/** A bar for each step of a run, its remarks on stderr, and Ctrl-C. */
export function labWatched<Result>(
  flags: OutputFlags & QueueFlags,
  work: (run: LabRun) => Promise<Result>,
): Promise<Result> {
  const say = sayTo(flags);
  return watched('lab', flags, keptBy(flags), ({ signal, show }) =>
    withQueue(flags, say, (queue) =>
      work({
        version: VERSION,
        jobs: flags.jobs,
        queue: queue && { networks: queue.networks, scorers: queue.study },
        signal,
        onProgress: ({ step, done, note, secondsLeft }) => show(step, done, note, secondsLeft),
        tell: (lines) => say(lines.join('\n')),
        onTrained(seconds) {
          for (const [side, took] of Object.entries(seconds))
            say(`${side} trained in ${duration(took)}`);
        },
      }),
    ),
  );
}
