// Marginal ideals (every vote counts) against joint ones (the majority is the truth), on a table
// with about fifty votes a picture: accuracy at some rates, area, and the paired difference.
//   CEDE_DATA=folder npm run bench:votes [-- --json] [-- --seeds 11] [-- --epochs 100]
import { join } from 'node:path';
import { band, bootstrapCurves, methodNamed, outcomesOf, splitTable } from '@cede/core';
import { readTable } from '@cede/data/node';
import { json, round, say, show } from './measure.js';

const MODELS = ['lowacc_p*', 'resnet110_p*'];
const LOSSES = ['zeroone', 'gce'];
const RATES = [0.05, 0.1, 0.2, 0.5];

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const seeds = option('seeds', 11);
const epochs = option('epochs', 100);
if (!process.env.CEDE_DATA) {
  console.error(
    'bench:votes: set CEDE_DATA to the folder that holds tables/ (the data is not part of this repository).',
  );
  process.exit(1);
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (value, digits = 2) => round(100 * value, digits);

async function measure(model) {
  const table = await readTable(join(process.env.CEDE_DATA, 'tables/cifar10h/cifar10h.csv'), {
    model,
    expert: ['human_single'],
    labelVotes: 'human_count*',
    leaveExpertOut: true,
    features: [],
    seed: 0,
  });
  const { fit, test } = splitTable(table, { testShare: 0.5, seed: 0 });
  const outcomes = outcomesOf(test);
  const names = ['conf', ...LOSSES.flatMap((loss) => [`drcpe-${loss}`, `drcpe-marginal-${loss}`])];
  const methods = names.map((name) => {
    say(`${model}: ${name} …`);
    const method = methodNamed(name);
    const runs = Array.from({ length: method.seeded ? seeds : 1 }, (_, seed) => seed);
    return { name, scores: runs.map((seed) => method.fit(fit, { seed, epochs }).score(test)) };
  });
  const replicates = bootstrapCurves({
    modelValue: outcomes.model,
    expertValue: outcomes.expert,
    methods,
    rates: RATES,
  });
  const curves = names.map((name) => ({ name, band: band(replicates, name) }));
  const differences = LOSSES.map((loss) => ({
    loss,
    band: band(replicates, `drcpe-marginal-${loss}`, `drcpe-${loss}`),
  }));
  const rows = { fit: fit.rows, test: test.rows };
  const accuracy = { model: mean(outcomes.model), expert: mean(outcomes.expert) };
  return { model, rows, accuracy, curves, differences };
}

const results = [];
for (const model of MODELS) results.push(await measure(model));
const { rows } = results[0];
show(
  `accuracy in %, ${rows.fit} fitting and ${rows.test} test rows, ${seeds} seeds`,
  results.flatMap(({ model, accuracy, curves }) =>
    curves.map(({ name, band }) => ({
      model: `${model} ${percent(accuracy.model)}, expert ${percent(accuracy.expert)}`,
      method: name,
      ...Object.fromEntries(RATES.map((rate, k) => [`${100 * rate} %`, percent(band.estimate[k])])),
      area: percent(band.area.estimate),
    })),
  ),
  { seeds, epochs, rates: RATES, results },
);
if (!json)
  show(
    'marginal − joint, in points, 95 % intervals over rows and seeds (at the rates: all at once)',
    results.flatMap(({ model, differences }) =>
      differences.map(({ loss, band }) => ({
        model,
        loss,
        ...Object.fromEntries(
          RATES.map((rate, k) => [
            `${100 * rate} %`,
            interval(band.estimate[k], band.simultaneousLower[k], band.simultaneousUpper[k]),
          ]),
        ),
        area: interval(band.area.estimate, band.area.lower, band.area.upper),
      })),
    ),
  );

function interval(estimate, lower, upper) {
  return `${percent(estimate)} (${percent(lower)} to ${percent(upper)})`;
}
