import { type OpenQueue, openQueue, QUEUE_OPTIONS, type QueueAsk } from '@cede/queue';
import { forScreen } from '@cede/report/screen';
import type { Command } from 'commander';
import { UsageError } from '../usage-error.js';
import { VERSION } from '../version.js';
import { addOptions } from './command.js';

/** Where other machines are that do the work. */
export interface QueueFlags {
  queue?: string;
  store?: string;
  resume?: boolean;
  jobs?: number;
}

export const addQueueFlags = (command: Command): Command =>
  addOptions(command, QUEUE_OPTIONS).hook('preAction', (asked) => {
    const { queue, store, resume } = asked.opts<QueueFlags>();
    if (queue === undefined && (store !== undefined || resume))
      throw new UsageError(
        `${asked.name()}: ${resume ? '--resume' : '--store'} goes with --queue: say where the queue is.`,
      );
  });

/** Where what is finished is after Ctrl-C. */
export const keptBy = ({ queue }: QueueFlags) => (queue === undefined ? 'on disk' : 'on the queue');

/** Lines on stderr; a bar that is drawn there makes way, and comes back by itself. */
export const sayTo = (flags: { quiet?: boolean; json?: boolean }) => (line: string) => {
  if (flags.quiet || flags.json) return;
  const clear = process.stderr.isTTY ? '\r\x1b[2K' : '';
  process.stderr.write(`${clear}${forScreen(line, process.stderr)}\n`);
};

/** The work with its queue open, or with none. */
export async function withQueue<Result>(
  flags: QueueFlags,
  tell: QueueAsk['tell'],
  work: (queue: OpenQueue | undefined) => Promise<Result>,
): Promise<Result> {
  const { queue: url, store, resume, jobs } = flags;
  if (url === undefined) return work(undefined);
  const { buildOf } = await import('@cede/lab');
  const queue = await openQueue({ queue: url, store, resume, jobs, tell }, buildOf(VERSION));
  try {
    return await work(queue);
  } finally {
    await queue.close();
  }
}
