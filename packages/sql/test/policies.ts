import { fitPolicy, type Policy, scoreRows } from '@cede/core';
import { hostileRows, randomScorer, type ScorerShape } from '../../onnx/test/random-scorer.js';
import { syntheticTable } from '../../onnx/test/synthetic-table.js';
import type { Case } from './agreement.js';

/** A policy around a scorer of any shape, its threshold in the middle of these rows, and the rows. */
export function policyOf(
  shape: ScorerShape,
  rows: number,
  seed = 1,
): { policy: Policy; cases: Case[] } {
  const scorer = randomScorer(shape, seed);
  const { classes } = scorer.features;
  const given = hostileRows(scorer, rows, seed + 1);
  const middle = Float32Array.from(scoreRows(scorer, given)).sort()[rows >> 1];
  const fitted = fitPolicy(syntheticTable(300, 1, Math.max(2, classes), false), { method: 'conf' });
  const policy: Policy = {
    ...fitted,
    scorer,
    classes: Array.from({ length: classes }, (_, c) => `class ${c}`),
    experts: ["the panel's"],
    threshold: { ...fitted.threshold, values: [middle] },
  };
  const cases = Array.from({ length: rows }, (_, i) => ({
    probabilities: Array.from(given.model?.subarray(i * classes, (i + 1) * classes) ?? []),
    columns: given.columns.map(({ values }) => values[i]),
  }));
  return { policy, cases };
}

/** Every kind × head × combine, with and without columns, several depths and numbers of networks. */
export function everyShape(): ScorerShape[] {
  const shapes: ScorerShape[] = [];
  const hiddens = [[8, 4], [], [7]];
  const kinds = ['paper', 'full', 'calibrated', 'linear', 'linear-calibrated', 'columns'] as const;
  for (const kind of kinds)
    for (const classes of kind === 'columns' ? [0] : [1, 2, 3, 12])
      for (const columns of kind === 'columns' ? [1, 3] : [0, 2])
        for (const combine of ['network', 'confidence', 'confidence-minus-network'] as const) {
          if (combine !== 'network' && classes === 0) continue;
          const hidden = hiddens[shapes.length % hiddens.length];
          const networks = 1 + (shapes.length % 2);
          const head = shapes.length % 3 === 0 ? 'softplus' : 'identity';
          shapes.push({ kind, classes, columns, head, combine, hidden, networks });
        }
  const shares = {
    head: 'identity',
    combine: 'share-difference',
    networks: 2,
    columns: 2,
  } as const;
  for (const [kind, classes] of [
    ['columns', 0],
    ['linear', 3],
    ['wide', 2],
    ['wide-full-calibrated', 3],
    ['linear-full', 4],
  ] as const)
    shapes.push(
      { ...shares, kind, classes, hidden: [] },
      { ...shares, kind, classes, hidden: [7], pairs: 2, trees: true },
      { ...shares, kind, classes, hidden: [], pairs: 0, trees: true },
      { ...shares, kind, classes, hidden: [6, 4], combine: 'network' },
    );
  return shapes;
}
