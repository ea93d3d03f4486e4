import { InputError } from '@cede/core';
import { Command, CommanderError } from 'commander';
import { addCheck } from './commands/check.js';
import { addCompare } from './commands/compare.js';
import { addDecide } from './commands/decide.js';
import { addDemo } from './commands/demo.js';
import { addEvaluate } from './commands/evaluate.js';
import { addExport } from './commands/export.js';
import { addFit } from './commands/fit.js';
import { addLab } from './commands/lab.js';
import { addPredict } from './commands/predict.js';
import { addTune } from './commands/tune.js';
import { reason } from './files.js';
import { UsageError } from './usage-error.js';
import { VERSION } from './version.js';

/** The composition root: every command, and what becomes of an error. */
function program(): Command {
  const cede = new Command('cede')
    .description('Decide when a model should hand a case to an expert.')
    .version(VERSION)
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ outputError: (text, print) => print(text.replace(/^error: /, 'cede: ')) });
  for (const add of [
    addDemo,
    addCheck,
    addFit,
    addTune,
    addCompare,
    addEvaluate,
    addDecide,
    addExport,
    addPredict,
    addLab,
  ])
    add(cede);
  for (const command of cede.commands) command.exitOverride().showSuggestionAfterError();
  return cede;
}

/** 0 done, 1 the work failed (a bad table), 2 the command line is wrong, 130 stopped by Ctrl-C. */
function exitCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const { name, code } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE') return 0; // the reader of our output has seen enough
  if (name === 'AbortError') {
    process.stderr.write(
      'cede: stopped. What is finished is kept; the same command goes on from there.\n',
    );
    return 130;
  }
  const known = error instanceof InputError || name === 'TableError';
  process.stderr.write(`cede: ${(error as Error).message ?? error}\n`);
  if (!known && process.env.CEDE_DEBUG) process.stderr.write(`${(error as Error).stack}\n`);
  if (!known)
    process.stderr.write(
      'This is a bug in cede, not in your data. Set CEDE_DEBUG=1 to see where.\n',
    );
  return error instanceof UsageError ? 2 : 1;
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`cede: stdout can't be written (${reason(error)}).\n`);
  process.exit(1);
});
process.stderr.on('error', () => undefined); // nobody listens any more: nothing to tell them

try {
  await program().parseAsync(process.argv);
} catch (error) {
  process.exitCode = exitCode(error);
}
