import { autoSample, type Choice, choosing, type FitOptions, progressOf } from '@cede/core';
import { checkFitOptions } from '../ask/fit-options.js';
import { candidateCell } from '../folds/cells.js';
import { openFolds } from '../folds/fold-scores.js';
import type { Run } from '../run/run.js';
import { type AnyTable, hashedTable } from '../table/named-table.js';

/** Which method `auto` takes, by cross-validation: the same choice as core's own, by any runner. */
export async function choose(given: AnyTable, options: FitOptions, run: Run): Promise<Choice> {
  checkFitOptions('choose', options);
  const { table, hash } = hashedTable(given);
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
