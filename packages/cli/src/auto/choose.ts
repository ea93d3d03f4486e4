import {
  autoSample,
  type Choice,
  choosing,
  type FitOptions,
  progressOf,
  type Table,
} from '@cede/core';
import { candidateCell } from './cells.js';
import { type FoldRun, openFoldPool } from './fold-pool.js';

/** `auto` on all cores: the same choice as core's own in one thread. */
export async function chooseMethod(
  table: Table,
  hash: string,
  options: FitOptions,
  run: FoldRun = {},
): Promise<Choice> {
  const sample = autoSample(table, options);
  const steps = choosing(sample, options);
  const pool = openFoldPool(sample, run);
  try {
    let step = steps.next();
    for (let round = 0; !step.done; round++) {
      const cells = step.value.map((task) => candidateCell({ table: hash, task, options }));
      const scores = await pool.scores(cells, (done) => run.onProgress?.(progressOf(round, done)));
      step = steps.next(scores);
    }
    return step.value;
  } finally {
    await pool.close();
  }
}
