/**
 * The verdict where there is nothing to find, as `check --verdict` gives it unless told otherwise: with
 * `auto`, which chooses its scorer anew inside every fold, and refits to answers dealt out again where
 * it would say "defer". Who is right has nothing to do with features or probabilities, so every
 * "defer" is a mistake.
 */
import { expect, it } from 'vitest';
import { simulated, worldsOf } from '../../../test/simulated.js';
import { drawNull, type NullWorld } from '../../../test/verdict-worlds.js';
import { stream } from '../../random/stream.js';
import { tableFromArrays } from '../../table/from-arrays.js';
import type { Table } from '../../table/table.js';
import { methodNamed } from '../registry.js';
import { foldRows } from './fold-rows.js';
import { placesOutOfFold, scoreFold } from './out-of-fold.js';
import { verdictOf } from './verdict-of.js';

/** Every world chooses five times among all candidates. */
const WORLDS = worldsOf(100);
const sim = simulated('auto-defers');

interface AutoWorld extends NullWorld {
  readonly classes: number;
}

const WORLDS_ASKED: readonly AutoWorld[] = [
  { rows: 300, model: 0.85, expert: 0.85, columns: 2, classes: 0 },
  { rows: 400, model: 0.8, expert: 0.85, columns: 20, classes: 0 },
  { rows: 400, model: 0.8, expert: 0.85, columns: 2, classes: 3 },
  { rows: 600, model: 0.85, expert: 0.85, columns: 0, classes: 5 },
];

const percent = (share: number) => `${Math.round(100 * share)} %`;
const nameOf = ({ rows, model, expert, columns, classes }: AutoWorld) =>
  [
    ...(classes ? [`${classes} classes`] : []),
    ...(columns ? [`${columns} noise columns`] : []),
    `n = ${rows.toLocaleString('en-US')}`,
    `model ${percent(model)}, expert ${percent(expert)}`,
  ].join(', ');

function tableOf(world: AutoWorld, seed: number): Table {
  const { features, modelValue, expertValue } = drawNull(world, seed);
  const columns = Object.fromEntries(features.map((column, j) => [`f_${j}`, column]));
  const { classes } = world;
  if (classes === 0)
    return tableFromArrays({ modelCorrect: modelValue, expertCorrect: expertValue, columns });
  // Probabilities of any shape, and truth that knows nothing of them but who is right.
  const random = stream(seed, 'null probabilities');
  const model = modelValue.map(() => 0);
  const probabilities = Array.from(modelValue, (_, i) => {
    const raw = Array.from({ length: classes }, () => -Math.log(random.uniform()));
    const total = raw.reduce((sum, each) => sum + each, 0);
    model[i] = raw.indexOf(Math.max(...raw));
    return raw.map((each) => each / total);
  });
  const another = (answer: number) => (answer + 1 + random.below(classes - 1)) % classes;
  const label = Array.from(model, (answer, i) => (modelValue[i] ? answer : another(answer)));
  const expert = label.map((truth, i) => (expertValue[i] ? truth : another(truth)));
  return tableFromArrays({ label, model: probabilities, expert, columns });
}

it.each(WORLDS_ASKED.map((world) => [nameOf(world), world] as const))('%s', (name, world) => {
  let [defers, before] = [0, 0];
  for (let seed = 0; seed < WORLDS; seed++) {
    const table = tableOf(world, seed);
    const folds = foldRows(table, { folds: 5, seed });
    const scores = folds.map((fold) => scoreFold(table, methodNamed('auto'), fold, { seed }));
    const places = placesOutOfFold(table, folds, scores)!;
    if (verdictOf(table, places, { seed, method: 'auto' }).kind !== 'defer') continue;
    before++;
    // Only a "defer" can be taken back.
    if (verdictOf(table, places, { seed, folds, method: 'auto' }).kind === 'defer') defers++;
  }
  sim.keep({
    ...{ table: 'verdict', world: `false "defer" with auto: ${name}`, count: defers },
    ...{ worlds: WORLDS, promised: 0.05, note: `${before} before answers are dealt out again` },
  });
  expect(defers / WORLDS).toBeLessThanOrEqual(0.05 + 3.1 * Math.sqrt(0.0475 / WORLDS));
});
