// Why is `two-stage` better here than in the paper? Its loss as printed, with a cost c > 0 that makes
// weights negative; clipped at 0; and what would bring it near the paper's curve: a network that
// hardly moves, and the model's largest logit in place of its largest probability.
//   npm run bench:two-stage -- FOLDER [--seeds 11] [--json]      FOLDER: the --out of a lab run
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  deferralCurve,
  fitFeatures,
  inputOf,
  methodNamed,
  outcomesOf,
  scoreRows,
  train,
  valueAt,
} from '@cede/core';
import { readTable } from '@cede/data/node';
import { round, say, show } from './measure.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string', default: '11' }, json: { type: 'boolean' } },
});
if (positionals.length !== 1) {
  console.error(
    'bench:two-stage: give the folder of a lab run, such as the --out of `cede lab run`.',
  );
  process.exit(1);
}
const seeds = Array.from({ length: Number(values.seeds) }, (_, seed) => seed);
const RATES = [0.05, 0.1, 0.15, 0.2, 0.25, 0.5, 0.75];
const table = (name) =>
  readTable(join(positionals[0], 'tables', `1-${name}.npz`), { features: [] });
const [fit, test] = [await table('fit'), await table('test')];

const exponential = {
  name: 'exponential',
  head: 'identity',
  plus: (v) => Math.exp(v),
  minus: (v) => Math.exp(-v),
  plusSlope: (v) => Math.exp(v),
  minusSlope: (v) => -Math.exp(-v),
};

/** The largest probability of every row, or its logit against all other classes. */
function confidences(rows, asLogit) {
  const classes = rows.classes.length;
  return Float64Array.from({ length: rows.rows }, (_, i) => {
    const largest = Math.max(...rows.model.subarray(i * classes, (i + 1) * classes));
    return asLogit ? Math.log(largest / Math.max(1e-7, 1 - largest)) : largest;
  });
}

function twoStage({ cost = 0, clip = false, asLogit = false, epochs = 100 }, seed) {
  const outcomes = outcomesOf(fit);
  const { features, input } = fitFeatures(fit);
  const confidence = confidences(fit, asLogit);
  const expertWeight = (right) => (clip ? Math.max(0, right - cost) : right - cost);
  const objective = {
    partial: exponential,
    plus: Float32Array.from(confidence, (m, i) => outcomes.model[i] * Math.exp(-m)),
    minus: Float32Array.from(confidence, (m, i) => expertWeight(outcomes.expert[i]) * Math.exp(m)),
  };
  const network = train({ input, features, objective }, { seed, epochs });
  const scorer = { features, networks: [network], head: 'identity', combine: 'network' };
  const learned = scoreRows(scorer, inputOf(test, features));
  return Float32Array.from(confidences(test, asLogit), (m, i) => m - learned[i]);
}

const own = outcomesOf(test);
const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
const [modelAlone, expertAlone] = [mean(own.model), mean(own.expert)];

/** Points above the straight line from model to expert, at every rate. */
function gains(scores) {
  const curve = deferralCurve(scores, own.model, own.expert);
  return RATES.map((rate) => {
    const random = modelAlone + rate * (expertAlone - modelAlone);
    return 100 * (valueAt(curve, rate) - random);
  });
}

const VARIANTS = [
  ['c = 0: ours', {}],
  ...[0.1, 0.5].map((cost) => [`c = ${cost}, clipped at 0`, { cost, clip: true }]),
  ...[0.02, 0.1, 0.3, 0.5].map((cost) => [`c = ${cost}, as printed`, { cost }]),
  ...[1, 5, 20].map((epochs) => [`c = 0, ${epochs} epochs`, { epochs }]),
  ['c = 0, largest logit', { asLogit: true }],
  ['c = 0, largest logit, 5 epochs', { asLogit: true, epochs: 5 }],
];

const lines = [
  ['conf', [gains(methodNamed('conf').fit(fit).score(test))]],
  ...VARIANTS.map(([name, variant]) => {
    say(`${name} …`);
    const runs = seeds.map((seed) => {
      try {
        return gains(twoStage(variant, seed));
      } catch (error) {
        return error.message;
      }
    });
    return [name, runs];
  }),
].map(([name, runs]) => {
  const finished = runs.filter((run) => typeof run !== 'string');
  const at = (k) => (finished.length === 0 ? null : round(mean(finished.map((run) => run[k])), 2));
  return {
    variant: name,
    ...Object.fromEntries(RATES.map((rate, k) => [`${100 * rate} %`, at(k)])),
    ...(finished.length < runs.length && {
      failed: `${runs.length - finished.length} of ${runs.length}: ${runs.find((run) => typeof run === 'string')}`,
    }),
  };
});
show(
  `two-stage: points above random; model ${round(100 * modelAlone, 2)} %, expert ${round(100 * expertAlone, 2)} %, ${fit.rows} fitting and ${test.rows} test rows, ${seeds.length} seeds`,
  lines,
  { bench: 'two-stage', seeds: seeds.length, rates: RATES, lines },
);
