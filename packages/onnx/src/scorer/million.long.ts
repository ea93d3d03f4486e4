import { FEATURE_KINDS, fitPolicy, type Scorer } from '@cede/core';
import { expect, test } from 'vitest';
import { agreement } from '../../test/agreement.js';
import { hostileRows, randomScorer } from '../../test/random-scorer.js';
import { syntheticTable } from '../../test/synthetic-table.js';

const KINDS = FEATURE_KINDS.filter((kind) => kind !== 'columns');

/** A million rows for each number of classes and kind of features; prints what it found. */
for (const classes of [3, 10, 100])
  for (const kind of KINDS) {
    test(`1,000,000 rows, ${classes} classes, ${kind} features, weights drawn`, () =>
      prove(
        randomScorer({
          kind,
          classes,
          columns: kind === 'paper' ? 0 : 2,
          hidden: [64, 16],
          networks: 2,
          head: 'identity',
          combine: 'network',
        }),
      ));
    test(`1,000,000 rows, ${classes} classes, ${kind} features, weights trained`, () =>
      prove(
        fitPolicy(syntheticTable(5000, 1, classes, kind !== 'paper'), {
          method: kind === 'linear' ? 'linear' : 'drcpe-gce',
          features: kind,
          epochs: 100,
        }).scorer,
      ));
  }

async function prove(scorer: Scorer): Promise<void> {
  const { worst, wrong, different } = await agreement(scorer, hostileRows(scorer, 1_000_000));
  const { kind, classes } = scorer.features;
  console.log(
    `${classes} classes, ${kind}: largest difference ${(worst * 1e-5).toExponential(1)} · max(1, |score|), ${different} decisions differ, ${wrong} outside the margin`,
  );
  expect(worst).toBeLessThanOrEqual(1);
  expect(wrong).toBe(0);
}
