import { countsCosts, type Policy, type Table } from '@cede/core';
import type { Note } from '../note.js';

/** Which method learns from a cost matrix. */
const BY_COST = 'drcpe-cost';

/** Whoever gives a matrix and names no method wants it used: auto would compare accuracies. */
export function methodFor(
  { costMatrix }: Pick<Table, 'costMatrix'>,
  asked: string | undefined,
): { readonly method: string | undefined; readonly notes: readonly Note[] } {
  if (!costMatrix) return { method: asked, notes: [] };
  if (asked === undefined)
    return { method: BY_COST, notes: [{ code: 'cost-matrix-method', method: BY_COST }] };
  return {
    method: asked,
    notes: countsCosts(asked)
      ? []
      : [{ code: 'cost-matrix-unused', method: asked, learns: BY_COST }],
  };
}

/** A scorer that says the same of every case hands over all of them or none. */
export function constantScore({ method, choice, calibration, scorer }: Policy): Note[] {
  if (choice || calibration.rows < 2 || calibration.bins.length > 1) return [];
  return [{ code: 'constant-score', method, trained: scorer.networks.length > 0 }];
}
