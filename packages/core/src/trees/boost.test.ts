import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sigmoid } from '../math/softplus.js';
import { stream } from '../random/stream.js';
import { binsOf, MOST_BINS } from './bins.js';
import { boost, plainGrower } from './boost.js';
import { kernelGrower } from './grow-kernel.js';
import { readTrees, storeTrees } from './pair.js';
import { treesLogit } from './tree.js';

const fixture = JSON.parse(
  readFileSync(new URL('../../test/fixtures/scikit-boosting.json', import.meta.url), 'utf8'),
);

const task = ({ width, inputs, right }: { width: number; inputs: number[]; right: number[] }) => ({
  rows: right.length,
  width,
  inputs: Float32Array.from(inputs),
  plus: right,
  minus: right.map((value) => 1 - value),
});

const logits = (trees: ReturnType<typeof boost>, inputs: ArrayLike<number>) =>
  Array.from({ length: inputs.length / trees.width }, (_, i) =>
    treesLogit(trees, inputs, i * trees.width, inputs[(i + 1) * trees.width - 1]),
  );

describe('boosted trees', () => {
  it("are scikit-learn's, row by row", () => {
    const found = logits(boost(task(fixture)), Float32Array.from(fixture.inputs));
    found.forEach((logit, i) => {
      expect(logit).toBeCloseTo(fixture.logits[i], 4);
    });
  });

  it('tell products apart, which no straight rule can', () => {
    const random = stream(1, 'crossed');
    const rows = 2000;
    const inputs = Float32Array.from({ length: 2 * rows }, () => random.normal());
    const right = Array.from({ length: rows }, (_, i) => +(inputs[2 * i] * inputs[2 * i + 1] > 0));
    const found = logits(boost(task({ width: 2, inputs: [...inputs], right })), inputs);
    const hits = found.filter((logit, i) => logit > 0 === (right[i] === 1)).length;
    expect(hits / rows).toBeGreaterThan(0.9);
  });

  it('are the same from the kernel and from its plain twin, to the last bit', () => {
    const random = stream(3, 'twin trees');
    const [rows, width] = [700, 6];
    // Few values, many values, and one input that is the same everywhere.
    const inputs = Float32Array.from({ length: rows * width }, (_, k) =>
      k % width === 0 ? 1 : k % width < 3 ? random.below(4) : random.normal(),
    );
    const plus = Float64Array.from({ length: rows }, (_, i) =>
      i % 9 === 0 ? 0 : random.uniform() * +(inputs[i * width + 4] > inputs[i * width + 1] - 1),
    );
    const minus = plus.map((value, i) => (i % 9 === 0 ? 0 : 1 - value));
    const given = { rows, width, inputs, plus, minus };
    const byKernel = boost(given, undefined, kernelGrower);
    expect(byKernel).toEqual(boost(given, undefined, plainGrower));
    expect(byKernel.roots.length).toBeGreaterThan(20);
  });

  it('do not mind the unit of weights', () => {
    const { plus, minus, ...rest } = task(fixture);
    const thousand = (list: number[]) => list.map((value) => 1000 * value);
    const scaled = boost({ ...rest, plus: thousand(plus), minus: thousand(minus) });
    const plain = boost({ ...rest, plus, minus });
    expect(logits(scaled, rest.inputs)[7]).toBeCloseTo(logits(plain, rest.inputs)[7], 6);
  });

  it('rows without weight say nothing', () => {
    const { plus, minus, ...rest } = task(fixture);
    const half = (list: number[]) => list.map((value, i) => (i % 2 ? 0 : value));
    const silent = boost({ ...rest, plus: half(plus), minus: half(minus) });
    const kept = task({
      width: 4,
      inputs: fixture.inputs.filter((_: number, k: number) => Math.floor(k / 4) % 2 === 0),
      right: fixture.right.filter((_: number, i: number) => i % 2 === 0),
    });
    const found = logits(silent, kept.inputs);
    logits(boost(kept), kept.inputs).forEach((logit, i) => {
      expect(found[i]).toBeCloseTo(logit, 6);
    });
  });

  it('stay finite where every row says the same, and grow nothing there', () => {
    const { plus, ...rest } = task(fixture);
    const sure = boost({ ...rest, plus: plus.map(() => 1), minus: plus.map(() => 0) });
    expect(sigmoid(logits(sure, rest.inputs)[0])).toBeGreaterThan(0.99);
    expect(Number.isFinite(sure.start)).toBe(true);
  });

  it('go through text and back; damaged ones are refused', () => {
    const trees = boost(task(fixture));
    const stored = storeTrees(trees);
    expect(readTrees(JSON.parse(JSON.stringify(stored)), 4)).toEqual(trees);
    expect(() => readTrees(stored, 2)).toThrow('asks for an input that is not there');
    const back = storeTrees({ ...trees, lefts: trees.lefts.map(() => 0) });
    expect(() => readTrees(back, 4)).toThrow('does not stand behind its node');
  });
});

describe('bins', () => {
  it('a code says exactly on which side of every cut a value lies', () => {
    const random = stream(2, 'bins');
    const values = Float32Array.from({ length: 3000 }, (_, i) =>
      i % 3 === 0 ? 0 : random.normal(),
    );
    const { codes, cuts } = binsOf(values);
    expect(cuts.length).toBeLessThan(MOST_BINS);
    expect(cuts.length).toBeGreaterThan(MOST_BINS / 2);
    values.forEach((value, i) => {
      cuts.forEach((cut, k) => {
        if (value <= cut !== codes[i] <= k) throw new Error(`${value} at cut ${cut}`);
      });
    });
  });

  it('neighbouring floats are kept apart', () => {
    const next = Math.fround(1 + 2 ** -23);
    const { codes } = binsOf(Float32Array.of(1, next, 1, next));
    expect([...codes]).toEqual([0, 1, 0, 1]);
  });
});
