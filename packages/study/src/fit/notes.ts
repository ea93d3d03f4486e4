import { countsCosts, type Policy, type Table } from '@cede/core';
import type { Note } from '../note.js';

/** Which method learns from a cost matrix. */
const BY_COST = 'drcpe-cost';

/** A method that was named and doesn't learn what errors cost; `auto` chooses by cost. */
export function matrixUnused(
  { costMatrix }: Pick<Table, 'costMatrix'>,
  asked: string | undefined,
): Note[] {
  if (!costMatrix || asked === undefined || asked === 'auto') return [];
  return countsCosts({ method: asked })
    ? []
    : [{ code: 'cost-matrix-unused', method: asked, learns: BY_COST }];
}

/** A scorer that says the same of every case hands over all of them or none. */
export function constantScore({ method, choice, calibration, scorer }: Policy): Note[] {
  if (choice || calibration.rows < 2 || calibration.bins.length > 1) return [];
  return [{ code: 'constant-score', method, trained: scorer.networks.length > 0 }];
}
