import { expect, it } from 'vitest';
import { randomTable } from '../../test/tables.js';
import { fitFeatures } from '../features/fit-spec.js';
import { inputOf } from '../features/input.js';
import { denseCount, type FeatureKind, nominalInputs } from '../features/spec.js';
import { initialNetwork } from '../network/network.js';
import { createRunner, scoreRows } from '../scorer/runner.js';
import type { Scorer } from '../scorer/scorer.js';
import type { Table } from '../table/table.js';
import { keepFeatures } from './kept-features.js';

const table = randomTable({ rows: 2500, classes: 5, columns: 2 });
/** The same numbers elsewhere, about which nobody said anything. */
const copy: Table = { ...table, model: table.model!.slice() };

function scorerOf(kind: FeatureKind, seed: number): Scorer {
  const { features } = fitFeatures(table, kind);
  const shape = {
    ...{ dense: denseCount(features), classes: features.classes },
    ...{ hidden: [8], outputs: 1 },
  };
  const network = initialNetwork(shape, seed, nominalInputs(features));
  return { features, networks: [network], head: 'identity', combine: 'network' };
}

const score = (scorer: Scorer, of: Table) => scoreRows(scorer, inputOf(of, scorer.features));

it('kept features give every scorer the scores of features computed anew', () => {
  keepFeatures(table.model);
  const kinds: FeatureKind[] = ['paper', 'full', 'calibrated', 'linear', 'paper'];
  kinds.forEach((kind, seed) => {
    const scorer = scorerOf(kind, seed);
    const first = score(scorer, table);
    expect(first).toEqual(score(scorer, copy));
    expect(score(scorer, table)).toEqual(first);
  });
});

it('and serve rows from the middle, which are no whole chunk', () => {
  const scorer = scorerOf('paper', 9);
  const part = new Float32Array(700);
  createRunner(scorer).score(inputOf(table, scorer.features), 1800, 700, part);
  expect(part).toEqual(score(scorer, copy).slice(1800));
});

it('are what is read: whoever changes the probabilities afterwards is not heard', () => {
  const other = randomTable({ rows: 1500, classes: 5, columns: 2 });
  keepFeatures(other.model);
  const scorer = scorerOf('paper', 3);
  const before = score(scorer, other);
  other.model!.reverse();
  expect(score(scorer, other)).toEqual(before);
  expect(score(scorer, { ...other, model: other.model!.slice() })).not.toEqual(before);
});
