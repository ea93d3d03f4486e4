/**
 * The verdict where there is nothing to find, through all that `check --verdict` does: folds, a scorer
 * fitted out of fold, and, where it would say "defer", a hundred refits to answers dealt out again.
 * Who is right has nothing to do with the features, so every "defer" is a mistake.
 */
import { expect, it } from 'vitest';
import { simulated, worldsOf } from '../../../test/simulated.js';
import { clustered, couldDefer, drawNull, type NullWorld } from '../../../test/verdict-worlds.js';
import { tableFromArrays } from '../../table/from-arrays.js';
import { outcomesOf } from '../../table/outcomes.js';
import type { Table } from '../../table/table.js';
import { methodNamed } from '../registry.js';
import { foldRows } from './fold-rows.js';
import { placesOutOfFold, scoreFold } from './out-of-fold.js';
import { verdictOf } from './verdict-of.js';

/** Every world is fitted five times, and where it looks like a gain five hundred times more. */
const WORLDS = worldsOf(300);
const sim = simulated('verdict-of');

interface FalseDefers extends NullWorld {
  readonly clusterSize?: number;
}

const WORLDS_ASKED: readonly FalseDefers[] = [
  { rows: 500, model: 0.85, expert: 0.85, columns: 1 },
  { rows: 500, model: 0.85, expert: 0.85, columns: 2 },
  { rows: 2000, model: 0.85, expert: 0.85, columns: 2 },
  { rows: 2000, model: 0.8, expert: 0.9, columns: 2 },
  { rows: 2000, model: 0.9, expert: 0.8, columns: 2 },
  { rows: 300, model: 0.97, expert: 0.97, columns: 1 },
  { rows: 300, model: 0.97, expert: 0.97, columns: 20 },
  { rows: 400, model: 0.8, expert: 0.85, columns: 20 },
  { rows: 1000, model: 0.85, expert: 0.85, columns: 20 },
  { rows: 480, model: 0.8, expert: 0.8, columns: 5, clusterSize: 8 },
  { rows: 480, model: 0.8, expert: 0.8, columns: 20, clusterSize: 8 },
];

const percent = (share: number) => `${Math.round(100 * share)} %`;
const nameOf = ({ rows, model, expert, columns, clusterSize }: FalseDefers) =>
  [
    `${columns} noise ${columns === 1 ? 'column' : 'columns'}`,
    `n = ${rows.toLocaleString('en-US')}`,
    `model ${percent(model)}, expert ${percent(expert)}`,
    ...(clusterSize ? [`clusters of ${clusterSize} copies`] : []),
  ].join(', ');

function tableOf(world: FalseDefers, seed: number): Table {
  const drawn = drawNull(world, seed);
  const { features, modelValue, expertValue } = world.clusterSize
    ? clustered(drawn, world.clusterSize)
    : drawn;
  const { clusterSize } = world;
  return tableFromArrays({
    modelCorrect: modelValue,
    expertCorrect: expertValue,
    columns: Object.fromEntries(features.map((column, j) => [`f_${j}`, column])),
    ...(clusterSize && { cluster: modelValue.map((_, i) => Math.floor(i / clusterSize)) }),
  });
}

/** As `judge` does with `--method linear`; `before`: whether refits had to decide. */
function judged(table: Table, seed: number): { defers: boolean; before: boolean } {
  const folds = foldRows(table, { folds: 5, seed });
  const scores = folds.map((fold) => scoreFold(table, methodNamed('linear'), fold, { seed }));
  const places = placesOutOfFold(table, folds, scores)!;
  const { model: modelValue, expert: expertValue } = outcomesOf(table, 0);
  if (!couldDefer({ modelValue, expertValue, clusters: table.cluster?.index }, places))
    return { defers: false, before: false };
  if (verdictOf(table, places, { seed }).kind !== 'defer') return { defers: false, before: false };
  // Only a "defer" can be taken back.
  return { defers: verdictOf(table, places, { seed, folds }).kind === 'defer', before: true };
}

it.each(WORLDS_ASKED.map((world) => [nameOf(world), world] as const))('%s', (name, world) => {
  let [defers, before] = [0, 0];
  for (let seed = 0; seed < WORLDS; seed++) {
    const found = judged(tableOf(world, seed), seed);
    if (found.defers) defers++;
    if (found.before) before++;
  }
  sim.keep({
    ...{ table: 'verdict', world: `false "defer": ${name}`, count: defers, worlds: WORLDS },
    promised: 0.05,
    note: `${before} before answers are dealt out again`,
  });
  expect(defers / WORLDS).toBeLessThanOrEqual(0.05 + 3.1 * Math.sqrt(0.0475 / WORLDS));
});
