import {
  autoSample,
  type Choice,
  choosing,
  type FitOptions,
  progressOf,
  type Table,
} from '@cede/core';
import { checkFitOptions } from '../ask/fit-options.js';
import { type TrainingAsk, trainingOf } from '../ask/training.js';
import { candidateCell } from '../folds/cells.js';
import { openFolds } from '../folds/fold-scores.js';
import type { Run } from '../run/run.js';
import { type AnyTable, hashedTable } from '../table/named-table.js';

/** Which method `auto` takes, by cross-validation: the same choice as core's own, by any runner. */
export function choose(given: AnyTable, ask: TrainingAsk, run: Run): Promise<Choice>;
/** @deprecated Give the options as `training`. */
export function choose(given: AnyTable, options: FitOptions, run: Run): Promise<Choice>;
export async function choose(
  given: AnyTable,
  ask: TrainingAsk | FitOptions,
  run: Run,
): Promise<Choice> {
  const { table, hash } = hashedTable(given);
  const options = optionsOf(table, ask);
  const sample = autoSample(table, options);
  const steps = choosing(sample, options);
  const folds = openFolds<Float32Array[]>(sample, hash, run);
  try {
    let step = steps.next();
    for (let round = 0; !step.done; round++) {
      const cells = step.value.map((task) => candidateCell({ table: hash, task, options }));
      const scores = await folds.scores(cells, (done) =>
        run.onProgress?.({ step: 'cross-validation', done: progressOf(round, done) }),
      );
      step = steps.next(scores);
    }
    return step.value;
  } finally {
    await folds.close();
  }
}

/** Options in their place, or bare as they once were; `expert` alone is the same in both. */
function optionsOf(table: Table, ask: TrainingAsk | FitOptions): FitOptions {
  const { training, expert, ...bare } = ask as TrainingAsk & FitOptions;
  checkFitOptions('choose', bare);
  return trainingOf('choose', table, { training: { ...bare, ...training }, expert });
}
