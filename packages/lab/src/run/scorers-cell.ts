import type { Table } from '@cede/core';
import { tableHash } from '@cede/data/node';
import type { Cell, CellFunctions, CellWork } from '@cede/run';
import { comparisonCells, type StudyContext } from '@cede/study';
import { tableAsRead } from '../folder/folder.js';
import type { Preset } from '../preset/preset.js';
import { planOf } from '../score/plan.js';
import type { NetworkContext } from './network-cell.js';
import { pairTables } from './pair-tables.js';
import type { PredictionResult } from './table-cell.js';

/**
 * What comes after a pair's predictions: their tables, and the scorers to fit on them. Nobody can
 * name the scorers' cells before, because a cell names its table by its hash. On one machine the
 * caller does this step; on a queue it is a cell, so that the work goes on without the caller.
 */
export interface ScorersResult {
  readonly cells: readonly Cell[];
  readonly context: StudyContext;
}

export const SCORERS_KIND = 'lab-scorers/1';

/** `data` names the images that were predicted. */
export const scorersCell = (preset: Preset, data: string, model: Cell, expert: Cell): Cell => ({
  kind: SCORERS_KIND,
  spec: { preset, data },
  needs: { model, expert },
});

export const scorersFunctions: CellFunctions = {
  [SCORERS_KIND]: async ({
    spec: { preset },
    needs,
    context,
  }: CellWork<{ readonly preset: Preset }>): Promise<ScorersResult> => {
    const { dataset } = context as NetworkContext;
    const predictions = needs as unknown as Record<'model' | 'expert', PredictionResult>;
    const made = pairTables(dataset, predictions.model, predictions.expert, preset);
    // As they are read back from the folder of the run: the hash is that of what was read.
    const [fit, test] = await Promise.all([
      tableAsRead(made.fit, preset),
      tableAsRead(made.test, preset),
    ]);
    const hashes = { fit: tableHash(fit), test: tableHash(test) };
    return {
      cells: comparisonCells(planOf(preset), hashes, fit.rows),
      context: { tables: { [hashes.fit]: bare(fit), [hashes.test]: bare(test) } },
    };
  },
};

/** Without what no scorer reads. */
const bare = ({ rows, classes, label, model, experts, columns }: Table): Table => ({
  ...{ rows, classes, label, model, experts, columns },
});
