import { describe, expect, it } from 'vitest';
import { area } from '../curve/area.js';
import { deferralCurve } from '../curve/curve.js';
import { inputOf } from '../features/input.js';
import { createDecider } from '../policy/decide.js';
import { fitPolicy } from '../policy/fit.js';
import { parsePolicy } from '../policy/parse.js';
import { printPolicy } from '../policy/print.js';
import { stream } from '../random/stream.js';
import { scoreRows } from '../scorer/runner.js';
import { tableFromArrays } from '../table/from-arrays.js';
import { outcomesOf } from '../table/outcomes.js';
import { splitTable } from '../table/split.js';
import type { Table } from '../table/table.js';
import { candidatesFor } from './auto/shortlist.js';
import { methodNamed } from './registry.js';

const WIDTH = 200;

/** No direction of the embedding stands out; one of them says who is right. */
function embedded(rows: number, classes: boolean, second = false): Table {
  const random = stream(5, 'even embedding');
  const block = (name: string, width: number) => ({
    ...{ name, width },
    values: Float32Array.from({ length: rows * width }, () => random.normal()),
  });
  const blocks = [
    block('embedding', WIDTH),
    ...(second ? [block('short', 3), block('other', 80)] : []),
  ];
  const along = Array.from({ length: WIDTH }, () => random.normal() / Math.sqrt(WIDTH));
  const right = Array.from({ length: rows }, (_, i) => {
    let sum = 0;
    for (let k = 0; k < WIDTH; k++) sum += along[k] * blocks[0].values[i * WIDTH + k];
    return +(sum + 0.3 * random.normal() > 0);
  });
  const columns = { length: Array.from(right, () => random.normal()) };
  if (!classes)
    return {
      ...tableFromArrays({ modelCorrect: right, expertCorrect: right.map((r) => 1 - r), columns }),
      blocks,
    };
  const label = right.map(() => random.below(2));
  const sure = right.map(() => 0.55 + 0.4 * random.uniform());
  return {
    ...tableFromArrays({
      classes: ['a', 'b'],
      label,
      model: label.map((c, i) =>
        (c === 0) === (right[i] === 1) ? [sure[i], 1 - sure[i]] : [1 - sure[i], sure[i]],
      ),
      expert: label.map((c, i) => (right[i] ? 1 - c : c)),
      columns,
    }),
    blocks,
  };
}

function areaOf(name: string, fit: Table, test: Table): number {
  const scores = methodNamed(name).fit(fit, { epochs: 10 }).score(test);
  const { model, expert } = outcomesOf(test);
  const of = (values: Float32Array) => area(deferralCurve(values, model, expert));
  return 100 * (of(scores) - of(new Float32Array(test.rows)));
}

describe.each([
  ['without classes', false, false],
  ['with classes', true, false],
  ['with further blocks', true, true],
])('%s', (_, classes, second) => {
  const { fit, test } = splitTable(embedded(600, classes, second), { testShare: 0.5, seed: 1 });

  it('sees what the projection loses', () => {
    expect(candidatesFor(fit).map(({ name }) => name)).toContain('ridge-embedding');
    const own = areaOf('ridge-embedding', fit, test);
    expect(own).toBeGreaterThan(areaOf('ridge', fit, test) + 5);
  });

  it.each([
    'ridge-embedding',
    'mix:0.5*ridge-embedding:0.5*ridge',
    'mix:0.4*ridge-embedding:0.3*boosting:0.3*diff01',
  ])('%s: a row is decided as a table, to the bit, from the file', (method) => {
    const policy = parsePolicy(
      printPolicy(fitPolicy(fit, { method, epochs: 2, rate: 0.5, calibrationShare: 0 })),
    );
    expect(JSON.parse(printPolicy(policy)).requires).toContain('block-directions');
    const scores = scoreRows(policy.scorer, inputOf(test, policy.scorer.features));
    const { decide } = createDecider(policy);
    const k = test.classes.length;
    for (let i = 0; i < 20; i++) {
      const lists = test.blocks!.map(({ values, width, rows }) =>
        values.subarray(rows![i] * width, (rows![i] + 1) * width),
      );
      const p = test.model ? Array.from(test.model.subarray(i * k, (i + 1) * k)) : [];
      expect(decide(p, [test.columns[0].values[i], ...lists]).score).toBe(scores[i]);
    }
  });

  it('scores in a mix what its members score apart', () => {
    const [a, b] = ['ridge-embedding', 'ridge'].map((name) =>
      methodNamed(name).fit(fit).score(test),
    );
    const mixed = methodNamed('mix:0.5*ridge-embedding:0.5*ridge').fit(fit).score(test);
    mixed.forEach((value, i) => {
      expect(value).toBeCloseTo((a[i] + b[i]) / 2, 4);
    });
  });
});

describe('what does not fit', () => {
  const table = embedded(100, false);

  it('tables without an embedding', () => {
    const narrow = { ...table, blocks: undefined };
    expect(() => methodNamed('ridge-embedding').fit(narrow)).toThrow(
      'ridge-embedding needs an embedding: a list of more than 64 numbers in every row. Use ridge.',
    );
    expect(candidatesFor(narrow).map(({ name }) => name)).not.toContain('ridge-embedding');
  });

  it.each([
    [
      'another length',
      (text: string) => text.slice(8),
      'feature embedding: holds 794 bytes (expected 800 for 200 numbers).',
    ],
    [
      'a number that is not finite',
      () => Buffer.from(new Float32Array(WIDTH).fill(Number.NaN).buffer).toString('base64'),
      'feature embedding: its direction holds a number that is not finite.',
    ],
  ])('a policy whose direction has %s', (_, change, message) => {
    const file = JSON.parse(printPolicy(fitPolicy(table, { method: 'ridge-embedding' })));
    const [block] = file.features.blocks;
    block.direction = change(block.direction);
    expect(() => parsePolicy(JSON.stringify(file))).toThrow(`policy.json: ${message}`);
  });
});
