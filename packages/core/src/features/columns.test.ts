import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomTable } from '../../test/tables.js';
import { createDecider } from '../policy/decide.js';
import { fitPolicy } from '../policy/fit.js';
import { parsePolicy } from '../policy/parse.js';
import type { Policy } from '../policy/policy.js';
import { printPolicy } from '../policy/print.js';
import { rowSample, shareSeen } from '../policy/row-sample.js';
import { stream } from '../random/stream.js';
import { scoreRows } from '../scorer/runner.js';
import { type FeatureCell, tableFromArrays } from '../table/from-arrays.js';
import type { Column, Table } from '../table/table.js';
import { takeRows } from '../table/take.js';
import { MOST_LEVELS } from './categories.js';
import { type ColumnSpec, columnWidth, writeColumn } from './column-spec.js';
import { fitFeatureSpec } from './fit-spec.js';
import { inputOf } from './input.js';
import { inputFeatures } from './row.js';
import { denseCount } from './spec.js';
import { valueReader } from './values.js';

/** Columns of a table that is known only by right and wrong. */
function tableOf(
  columns: Readonly<Record<string, FeatureCell[]>>,
  categories?: string[],
  rows = Object.values(columns)[0].length,
): Table {
  const right = Array.from({ length: rows }, (_, i) => i % 2);
  return tableFromArrays({
    ...{ modelCorrect: right, expertCorrect: right.map((value) => 1 - value), columns },
    ...(categories && { categories }),
  });
}

/** The inputs of every row of one table, by the features of another. */
function inputsOf(fit: Table, rows: Table): { spec: ColumnSpec[]; inputs: Float32Array[] } {
  const features = fitFeatureSpec(fit);
  const input = inputOf(rows, features);
  const inputs = Array.from({ length: rows.rows }, (_, i) => {
    const out = new Float32Array(denseCount(features));
    inputFeatures(features, input, i, out, 0);
    return out;
  });
  return { spec: [...features.columns], inputs };
}

const fixture = new URL('../../test/fixtures/columns/encoded.json', import.meta.url);

describe('the numbers of scikit-learn', () => {
  const known = JSON.parse(readFileSync(fixture, 'utf8'));

  it.each(['ward', 'small'])('OneHotEncoder(max_categories=65) of %s', (name) => {
    const { spec, inputs } = inputsOf(
      tableOf({ x: known.fit[name] }),
      tableOf({ x: known.new[name] }),
    );
    const [{ levels = [], other, missing }] = spec;
    const expected = known[name];
    expect([...levels].sort()).toEqual(expected.levels);
    expect(levels.length + (other ? 1 : 0)).toBe(expected.inputs);
    const names = [...levels, ...(other ? ['other'] : []), ...(missing ? ['missing'] : [])];
    inputs.forEach((row, i) => {
      expect(row).toHaveLength(names.length);
      const hot = names.filter((_, k) => row[k] === 1);
      const found = known.new[name][i] === null ? ['missing'] : [expected.hot[i]].filter(Boolean);
      expect(hot, `row ${i}`).toEqual(found);
      expect(row.every((value) => value === 0 || value === 1)).toBe(true);
    });
  });

  it.each(['crp', 'age'])('SimpleImputer(add_indicator=True) of %s', (name) => {
    const fresh = name === 'age' ? known.new.age : known.new.crp;
    const { spec, inputs } = inputsOf(tableOf({ x: known.fit[name] }), tableOf({ x: fresh }));
    const { mean, deviation, columns } = known[name];
    expect(spec[0].mean).toBeCloseTo(mean, 5);
    expect(spec[0].deviation).toBeCloseTo(deviation, 5);
    expect(inputs[0]).toHaveLength(columns.length);
    inputs.forEach((row, i) => {
      expect(row[0]).toBeCloseTo((columns[0][i] - mean) / deviation, 5);
      if (columns.length > 1) expect(row[1]).toBe(columns[1][i]);
      // At the mean exactly, not about there.
      if (fresh[i] === null) expect(row[0]).toBe(0);
    });
  });
});

describe('any columns', () => {
  const cells = (rows: number): fc.Arbitrary<FeatureCell[]> =>
    fc.oneof(
      fc.array(fc.option(fc.integer({ min: -9, max: 9 })), { minLength: rows, maxLength: rows }),
      fc.array(fc.option(fc.constantFrom('a', 'b', 'c d', 'é', '7')), {
        minLength: rows,
        maxLength: rows,
      }),
    );

  it('are what one-hot and indicator say, and the same from a row as from a table', () => {
    const both = fc.record({ fit: cells(12), fresh: cells(7) });
    fc.assert(
      fc.property(fc.array(both, { minLength: 1, maxLength: 4 }), (columns) => {
        const named = (part: 'fit' | 'fresh') =>
          Object.fromEntries(columns.map((column, j) => [`c${j}`, column[part]]));
        const categories = columns.flatMap(({ fit, fresh }, j) =>
          [...fit, ...fresh].some((cell) => typeof cell === 'string') ? [`c${j}`] : [],
        );
        const fit = tableOf(named('fit'), categories);
        const mayLack = columns.every(
          ({ fit, fresh }) =>
            fit.some((cell) => cell === null) || fresh.every((cell) => cell !== null),
        );
        const fresh = tableOf(named('fresh'), categories);
        const features = fitFeatureSpec(fit);
        if (denseCount(features) === 0) return;
        if (!mayLack) {
          expect(() => inputOf(fresh, features)).toThrow(/ is missing in \d+ rows? \(first: row /);
          return;
        }
        const { inputs } = inputsOf(fit, fresh);
        const reader = valueReader(features);
        for (let i = 0; i < 7; i++) {
          const expected = columns.flatMap((column, j) =>
            plainInputs(column.fit, column.fresh[i], categories.includes(`c${j}`)),
          );
          expect(inputs[i]).toHaveLength(expected.length);
          for (const [k, value] of expected.entries()) expect(inputs[i][k]).toBeCloseTo(value, 5);
          reader.read(columns.map(({ fresh }) => fresh[i]));
          const out = new Float32Array(inputs[i].length).fill(7);
          let at = 0;
          features.columns.forEach((column, j) => {
            expect(at + columnWidth(column)).toBeLessThanOrEqual(out.length);
            at = writeColumn(column, Math.fround(reader.codes[j]), out, at);
          });
          expect(out).toEqual(inputs[i]);
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** Plainly, with objects and strings: no code in common with the features. */
function plainInputs(fit: FeatureCell[], cell: FeatureCell, category: boolean): number[] {
  const present = fit.filter((value) => value !== null);
  const indicator = present.length < fit.length ? [cell === null ? 1 : 0] : [];
  if (category) {
    const times = new Map<string, number>();
    for (const value of present) times.set(`${value}`, (times.get(`${value}`) ?? 0) + 1);
    const levels = [...times].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return [...levels.map(([level]) => (level === `${cell}` ? 1 : 0)), ...indicator];
  }
  const numbers = present.map(Number);
  const mean = numbers.reduce((sum, x) => sum + x, 0) / Math.max(1, numbers.length);
  const squares = numbers.reduce((sum, x) => sum + (x - mean) ** 2, 0) / numbers.length;
  const deviation = numbers.length > 0 && squares > 0 ? Math.sqrt(squares) : 1;
  return [cell === null ? 0 : (Number(cell) - mean) / deviation, ...indicator];
}

/** A table with classes, two numbers (one with gaps) and two categories (one of 90 levels). */
function mixedTable(rows = 400, seed = 3): Table {
  const random = stream(seed, 'mixed columns');
  const draw = (value: () => number) => Float32Array.from({ length: rows }, value);
  const column = (name: string, values: Float32Array, levels?: string[]): Column => ({
    ...{ name, values },
    ...(levels && { levels }),
  });
  const levels = (n: number, letter: string) =>
    Array.from({ length: n }, (_, k) => `${letter}${k}`);
  return {
    ...randomTable({ rows, classes: 3, seed }),
    columns: [
      column(
        'age',
        draw(() => 50 + 10 * random.normal()),
      ),
      column(
        'crp',
        draw(() => (random.below(5) === 0 ? Number.NaN : 5 + random.normal())),
      ),
      column(
        'ward',
        draw(() => (random.below(9) === 0 ? Number.NaN : random.below(4))),
        levels(4, 'w'),
      ),
      // The square makes low places frequent.
      column(
        'code',
        draw(() => Math.floor(90 * random.uniform() ** 2)),
        levels(90, 'c'),
      ),
    ],
  };
}

/** One row of a table as a caller would give it. */
const cellsOf = (table: Table, i: number) =>
  table.columns.map(({ values, levels }) =>
    Number.isNaN(values[i]) ? null : levels ? levels[values[i]] : values[i],
  );

describe.each(['linear', 'drcpe-gce', 'drcpe-zeroone+linear+full', 'two-stage'])(
  'a policy of %s with such columns',
  (method) => {
    const table = mixedTable();
    const policy = parsePolicy(printPolicy(fitPolicy(table, { method, epochs: 3 })));

    it('decides a row as a table, to the bit', () => {
      const fresh = mixedTable(150, 4);
      const scores = scoreRows(policy.scorer, inputOf(fresh, policy.scorer.features));
      const { decide } = createDecider(policy);
      for (let i = 0; i < fresh.rows; i++) {
        const p = fresh.model!.subarray(3 * i, 3 * i + 3);
        expect(decide(p, cellsOf(fresh, i)).score).toBe(scores[i]);
      }
      // What a category says matters: the same row with another level scores otherwise.
      const [age, crp] = cellsOf(fresh, 0);
      const of = (ward: string) => decide([0.5, 0.3, 0.2], [age, crp ?? 5, ward, 'c1']).score;
      expect(new Set(['w0', 'w1', 'w2', 'w3'].map(of)).size).toBeGreaterThan(1);
    });

    it('reads levels by name, in whatever order a table has them', () => {
      const fresh = mixedTable(100, 5);
      const turned = {
        ...fresh,
        columns: fresh.columns.map((column) =>
          column.levels
            ? {
                ...column,
                levels: [...column.levels].reverse(),
                values: column.values.map((place) => column.levels!.length - 1 - place),
              }
            : column,
        ),
      };
      const score = (rows: Table) =>
        scoreRows(policy.scorer, inputOf(rows, policy.scorer.features));
      expect(score(turned)).toEqual(score(fresh));
    });

    it('says what its readers must know', () => {
      expect(JSON.parse(printPolicy(policy)).requires).toEqual(['missing-values', 'categories']);
      const [age, crp, ward, code] = policy.scorer.features.columns;
      expect([age.missing, crp.missing, ward.missing, code.missing]).toEqual([
        undefined,
        'indicator',
        'indicator',
        undefined,
      ]);
      expect(code.levels).toHaveLength(MOST_LEVELS);
      expect(code.rare!.length).toBeGreaterThan(5);
    });
  },
);

describe('what was never fitted', () => {
  const policy = fitPolicy(mixedTable(), { method: 'linear' });
  const { decide } = createDecider(policy);
  const p = [0.5, 0.3, 0.2];

  it('a new level is flagged and taken as other; a rare one is not flagged', () => {
    const [, , , code] = policy.scorer.features.columns;
    expect(decide(p, [50, 5, 'w9', 'c0']).unusual).toEqual(['ward']);
    expect(decide(p, [50, 5, 'w1', 'new']).unusual).toEqual(['code']);
    expect(decide(p, [50, 5, 'w1', code.rare![0]])).not.toHaveProperty('unusual');
    expect(decide(p, [50, 5, 'w1', 'new']).score).toBe(
      decide(p, [50, 5, 'w1', code.rare![3]]).score,
    );
    expect(decide(p, [500, 5, 'w7', 'c0']).unusual).toEqual(['age', 'ward']);
  });

  it('a gap in a column that never had one is refused, elsewhere it is taken', () => {
    expect(decide(p, [50, null, null, 'c0'])).not.toHaveProperty('unusual');
    expect(decide(p, [50, undefined, '', 'c0']).score).toBe(
      decide(p, [50, Number.NaN, null, 'c0']).score,
    );
    for (const cells of [
      [null, 5, 'w1', 'c0'],
      [50, 5, 'w1', null],
    ])
      expect(() => decide(p, cells)).toThrow(/ is missing, and no fitting row was without it/);
  });

  it('text where a number belongs is refused, a number may name a level', () => {
    expect(() => decide(p, ['50', 5, 'w1', 'c0'])).toThrow(
      'feature age is "50" (expected a finite number).',
    );
    const table = tableOf({ ward: [3, 3, 4, 4, 5, 3] }, ['ward']);
    expect(table.columns[0].levels).toEqual(['3', '4', '5']);
    const reader = valueReader(fitFeatureSpec(table));
    for (const written of [4, '4', '4.0', ' 4 ']) {
      reader.read([written]);
      expect(reader.codes[0]).toBe(1);
    }
  });

  it('of a column with thousands of levels, a new one is nothing unusual', () => {
    const names = Array.from({ length: 3000 }, (_, i) => `user ${i}`);
    const spec = fitFeatureSpec(tableOf({ user: names })).columns[0];
    expect([spec.levels!.length, spec.other, spec.rare]).toEqual([MOST_LEVELS, true, undefined]);
    const reader = valueReader({ columns: [spec] });
    reader.read(['nobody']);
    expect(reader.codes[0]).toBe(MOST_LEVELS);
  });
});

describe('gaps and splits', () => {
  it('a part without the gaps of its table can be fitted, and scores rows that have them', () => {
    const table = mixedTable(300, 6);
    const whole = table.columns[0].values.slice();
    whole[299] = Number.NaN;
    const rare = { ...table, columns: [{ name: 'age', values: whole }, ...table.columns.slice(1)] };
    const part = takeRows(
      rare,
      Array.from({ length: 200 }, (_, i) => i),
    );
    const features = fitFeatureSpec(part);
    expect(features.columns[0].missing).toBe('filled');
    expect(columnWidth(features.columns[0])).toBe(1);
    expect(() => inputOf(rare, features)).not.toThrow();
    for (let seed = 0; seed < 4; seed++)
      expect(() => fitPolicy(rare, { method: 'linear', seed })).not.toThrow();
  });

  it('a column without any value is 0 and its indicator', () => {
    const { inputs } = inputsOf(
      tableOf({ x: [null, null], y: [1, 2] }),
      tableOf({ x: [null, 8], y: [1, 2] }),
    );
    expect(inputs.map((row) => [...row])).toEqual([
      [0, 1, -1],
      [8, 0, 1],
    ]);
  });

  it('rows are known again by the names of their levels', () => {
    const names = Array.from({ length: 100 }, (_, i) => `n${(i * 37) % 100}`);
    const sample = rowSample(tableOf({ x: names }));
    expect(shareSeen(sample, tableOf({ x: [...names].reverse() }))).toBe(1);
    expect(shareSeen(sample, tableOf({ x: names.map((name) => `${name}!`) }))).toBe(0);
  });
});

describe('a damaged column of a policy', () => {
  const text = printPolicy(fitPolicy(mixedTable(), { method: 'linear' }));
  const damaged = (change: (columns: ColumnSpec[]) => void): string => {
    const file = JSON.parse(text) as { features: Policy['scorer']['features'] };
    change(file.features.columns as ColumnSpec[]);
    return JSON.stringify(file);
  };
  it.each<[string, (columns: { [key: string]: unknown }[]) => void, RegExp]>([
    [
      'levels of numbers',
      (c) => {
        c[2].levels = [1, 2, 3, 4];
      },
      /its levels must be a list of different texts/,
    ],
    [
      'a level twice',
      (c) => {
        c[2].levels = ['a', 'a', 'b', 'c'];
      },
      /its levels must be a list of different texts/,
    ],
    [
      'another word',
      (c) => {
        c[1].missing = 'maybe';
      },
      /missing is "maybe"/,
    ],
    [
      'others of a number',
      (c) => {
        c[0].other = true;
      },
      /only a category has other levels/,
    ],
    [
      'a level too few',
      (c) => {
        c[2].levels = ['a'];
      },
      /a network reads/,
    ],
    [
      'a level renamed',
      (c) => {
        c[2].levels = ['w0', 'w1', 'w2', 'w9'];
      },
      /does not match its id/,
    ],
  ])('%s: refused', (_, change, message) => {
    expect(() => parsePolicy(damaged(change as never))).toThrow(message);
  });
});

describe('arrays', () => {
  it('mixed text and numbers are refused, booleans are numbers unless declared', () => {
    expect(() => tableOf({ x: [1, 'a'] })).toThrow(
      'row 1: feature x is 1, and text in other rows (expected one or the other; name it in categories if these are names).',
    );
    expect(() => tableOf({ x: [1, 2] }, ['y'])).toThrow('there is no column y');
    expect([...tableOf({ x: [true, false, null] }).columns[0].values]).toEqual([1, 0, Number.NaN]);
    expect(tableOf({ x: [true, false, null] }, ['x']).columns[0].levels).toEqual(['true', 'false']);
    expect(tableOf({ x: ['True', 'FALSE', 'true'] }).columns[0].levels).toEqual(['true', 'false']);
  });
});
