import type { Verdict } from '@cede/study';
import { expect, it } from 'vitest';
import { verdictText } from './verdict.js';

const found = {
  ...{ sentence: 'Defer.', method: 'linear', folds: 5, rows: 870, confidence: 0.95 },
  ...{ gains: [], controls: [], bestConstant: 'model', headroom: 0.02 },
} as unknown as Verdict;
const said = (more: Partial<Verdict>) => verdictText({ ...found, ...more });

it('a verdict does not mix rows that were answered with rows that were scored', () => {
  expect(said({})).toContain('From 870 rows, each scored by linear fitted on the other folds (5).');
  expect(said({ earliest: 333, scored: 1667 })).toContain(
    'From 870 rows that the expert answered (of 1,667 scored), each scored by linear fitted on earlier rows only (5 folds; the earliest 333 rows are not scored).',
  );
  expect(said({ scored: 1667, byPropensity: true })).toContain(
    'From 870 rows that the expert answered (of 1,667 scored; weighted by how likely each was to be asked), each scored',
  );
});
