import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOf, queueCells, workerContext } from '@cede/lab';
import { WORKER_OPTIONS, type WorkerFlags, workerCommand } from '@cede/queue';
import type { Command } from 'commander';
import { interruptSignal } from '../interrupt.js';
import { addCommand } from '../options/command.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { sayTo } from '../options/queue.js';
import { VERSION } from '../version.js';

export const addWorker = (program: Command) =>
  addCommand(program, {
    name: 'worker',
    options: WORKER_OPTIONS,
    required: ['queue'],
    shared: [addOutputFlags],
    examples: ['cede worker --queue redis://10.0.0.5:6379'],
    action: async (given: Partial<WorkerFlags> & Pick<WorkerFlags, 'queue'> & OutputFlags) => {
      // Not defaults of the options: help and its page would differ from machine to machine.
      const checkpoints = given.checkpoints ?? join(tmpdir(), 'cede-checkpoints');
      const flags = { ...given, checkpoints, jobs: given.jobs ?? availableParallelism() };
      await workerCommand(flags, {
        ...queueCells,
        build: buildOf(VERSION),
        own: await workerContext(flags.checkpoints, flags.jobs),
        signal: interruptSignal('on the queue').signal,
        tell: sayTo(flags),
        onStatus: (status, lines) => printResult(flags, status, () => lines.join('\n')),
      });
    },
  });
