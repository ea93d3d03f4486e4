import { describe, expect, it } from 'vitest';
import { classlessTable, randomTable } from '../../test/tables.js';
import { fitPolicy } from '../policy/fit.js';
import { parsePolicy } from '../policy/parse.js';
import { printPolicy } from '../policy/print.js';
import { methodNamed } from './registry.js';

const table = randomTable({ rows: 240, classes: 4, columns: 2, weight: true });
const QUICK = { epochs: 3, hidden: [8, 14], seed: 2 };

/** The weighted sum of what the members say alone. */
function sumOf(parts: readonly [number, string][], rows = table): Float64Array {
  const scores = parts.map(([weight, name]) => ({
    weight,
    scores: methodNamed(name).fit(rows, QUICK).score(rows),
  }));
  return Float64Array.from({ length: rows.rows }, (_, i) =>
    scores.reduce((sum, member) => sum + member.weight * member.scores[i], 0),
  );
}

const MIXES: [string, [number, string][]][] = [
  [
    'straight rules on all kinds of inputs',
    [
      [0.4, 'ridge'],
      [0.2, 'ridge+linear-full'],
      [0.3, 'ridge+linear-calibrated'],
      [0.1, 'drcpe-gce+linear+calibrated'],
    ],
  ],
  [
    'confidence and a network',
    [
      [0.5, 'conf'],
      [0.25, 'diff01+calibrated'],
    ],
  ],
  [
    'networks and straight rules',
    [
      [0.3, 'drcpe-zeroone+calibrated'],
      [0.5, 'ridge+linear-full-calibrated'],
      [0.2, 'diff01'],
    ],
  ],
  [
    'chances, trees and a straight rule',
    [
      [0.5, 'logistic'],
      [0.3, 'logistic+linear-full-calibrated'],
      [0.2, 'ridge+linear-calibrated'],
      [0.4, 'boosting'],
    ],
  ],
  [
    'chances, trees and a network',
    [
      [0.5, 'logistic+linear-calibrated'],
      [0.7, 'boosting'],
      [0.2, 'diff01+calibrated'],
    ],
  ],
  [
    'trees and a straight rule',
    [
      [1, 'conf'],
      [0.7, 'boosting'],
    ],
  ],
];

describe.each(MIXES)('a mix of %s', (_, parts) => {
  const name = `mix:${parts.map(([weight, method]) => `${weight}*${method}`).join(':')}`;

  it('scores as the sum of its members, as one scorer that goes through a file', () => {
    const method = methodNamed(name);
    expect(method.name).toBe(name);
    const fitted = method.fit(table, QUICK);
    const expected = sumOf(parts);
    fitted.score(table).forEach((score, i) => {
      expect(score).toBeCloseTo(expected[i], 4);
    });
    const policy = fitPolicy(table, { ...QUICK, method: name });
    expect(parsePolicy(printPolicy(policy))).toEqual(policy);
  });
});

it('without classes every member reads the columns', () => {
  const rows = classlessTable('correct');
  const name = 'mix:0.6*ridge:0.4*diff01:0.2*logistic:0.3*boosting';
  const scores = methodNamed(name).fit(rows, QUICK).score(rows);
  const expected = sumOf(
    [
      [0.6, 'ridge'],
      [0.4, 'diff01'],
      [0.2, 'logistic'],
      [0.3, 'boosting'],
    ],
    rows,
  );
  scores.forEach((score, i) => {
    expect(score).toBeCloseTo(expected[i], 4);
  });
});

it('networks to average are shared out by what the members weigh', () => {
  const { scorer } = methodNamed('mix:1*ridge:4*diff01:1*drcpe-zeroone').fit(table, {
    ...QUICK,
    members: 5,
  });
  expect(scorer!.networks).toHaveLength(3 + 1 + 1);
});

it('what is no plain sum is refused, and so is what is not understood', () => {
  expect(() => methodNamed('mix:0.5*two-stage:0.5*ridge')).toThrow(/two-stage can't be mixed/);
  const narrow = () =>
    methodNamed('mix:0.5*logistic:0.5*diff01').fit(table, { ...QUICK, hidden: [5] });
  expect(narrow).toThrow('layers of 5 units are too narrow for its straight rules');
  expect(() => methodNamed('mix:1*boosting:1*boosting+paper').fit(table)).toThrow(
    '2 members have trees (at most one can)',
  );
  expect(() => methodNamed('mix:ridge')).toThrow(/"ridge" is not understood/);
  expect(() => methodNamed('mix:0.5*rigde')).toThrow(/Did you mean ridge/);
});
