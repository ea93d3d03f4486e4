import { describe, expect, it } from 'vitest';
import { classlessTable, randomTable } from '../../test/tables.js';
import { fitFeatures } from '../features/fit-spec.js';
import { fitPolicy } from '../policy/fit.js';
import { parsePolicy } from '../policy/parse.js';
import { printPolicy } from '../policy/print.js';
import { calibrateRow } from '../probabilities/calibration.js';
import { modelAnswers } from '../table/outcomes.js';
import { methodNamed } from './registry.js';

const table = randomTable({ rows: 300, classes: 4, columns: 2 });

describe('conf-calibrated', () => {
  it('ranks rows by the calibrated probability of the answer, whoever the expert is', () => {
    const scores = methodNamed('conf-calibrated').fit(table).score(table);
    const { calibrated } = fitFeatures(table, 'calibrated').features;
    const q = new Float64Array(4);
    const answers = modelAnswers(table);
    const chances = Array.from(answers, (answer, i) => {
      calibrateRow(calibrated!, table.model!, 4 * i, q);
      return q[answer];
    });
    const byScore = [...scores.keys()].sort((a, b) => scores[a] - scores[b]);
    for (let k = 1; k < byScore.length; k++)
      expect(chances[byScore[k]]).toBeGreaterThan(chances[byScore[k - 1]] - 1e-6);
    const other = { ...table, experts: [{ ...table.experts[0], name: 'another' }] };
    expect(methodNamed('conf-calibrated').fit(other).score(table)).toEqual(scores);
  });

  it('asks for no column, goes through a file, and joins a mix on wider inputs', () => {
    const policy = fitPolicy(table, { method: 'conf-calibrated' });
    expect(policy.scorer.features.columns).toEqual([]);
    expect(parsePolicy(printPolicy(policy))).toEqual(policy);
    const alone = methodNamed('conf-calibrated').fit(table).score(table);
    // Trees read inputs of the same kind, with columns behind them.
    for (const name of ['ridge', 'boosting', 'diff01+calibrated']) {
      const other = methodNamed(name).fit(table, { epochs: 2 }).score(table);
      const mix = methodNamed(`mix:0.5*conf-calibrated:0.5*${name}`).fit(table, { epochs: 2 });
      const mixed = mix.score(table);
      for (let i = 0; i < table.rows; i += 7)
        expect(mixed[i], name).toBeCloseTo((alone[i] + other[i]) / 2, 4);
    }
  });

  it('is refused without probabilities, without labels, and with another shape', () => {
    const { whyUnusable } = methodNamed('conf-calibrated');
    expect(whyUnusable(classlessTable('correct'), 0)!.message).toMatch(/class probabilities/);
    expect(whyUnusable({ ...table, label: undefined }, 0)!.message).toMatch(/needs labels/);
    expect(() => methodNamed('conf-calibrated+linear')).toThrow(/no scorer to shape/);
  });
});
