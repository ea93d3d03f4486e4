import {
  type FitOptions,
  foldRows,
  methodNamed,
  type ScoreTask,
  scoreFold,
  scoreTask,
} from '@cede/core';
import type { Cell, CellFunctions, CellWork } from '@cede/run';
import type { StudyContext } from '../run/run.js';

/**
 * Cross-validation as cells: one fold of one method each. `auto` asks for the folds of its
 * candidates, a verdict for those of a single method. Specs name the table by its hash; the table
 * itself comes with the runner, in shared memory.
 */
export interface CandidateSpec {
  readonly table: string;
  readonly task: ScoreTask;
  readonly options: FitOptions;
}

export interface FoldSpec {
  readonly table: string;
  readonly method: string;
  readonly folds: number;
  readonly fold: number;
  readonly options: FitOptions;
}

export const candidateCell = (spec: CandidateSpec): Cell => ({ kind: 'auto-fold/2', spec });

export const foldCell = (spec: FoldSpec): Cell => ({ kind: 'verdict-fold/1', spec });

export const foldFunctions: CellFunctions = {
  'auto-fold/2': ({ spec, context }: CellWork<CandidateSpec>) =>
    scoreTask((context as StudyContext).tables[spec.table], spec.task, spec.options),
  'verdict-fold/1': ({ spec, context, report }: CellWork<FoldSpec>) => {
    const table = (context as StudyContext).tables[spec.table];
    const { expert, seed = 0 } = spec.options;
    const folds = foldRows(table, { expert, folds: spec.folds, seed });
    if (spec.fold >= folds.length) return new Float32Array(); // times may allow fewer
    return scoreFold(table, methodNamed(spec.method), folds[spec.fold], {
      ...spec.options,
      onProgress: ({ done }) => report({ done }),
    });
  },
};
