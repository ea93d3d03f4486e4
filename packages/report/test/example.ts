import {
  area,
  type Curve,
  deferralCurve,
  marks,
  pow,
  randomLine,
  rateReaching,
  reviewsSaved,
  shareOfGap,
  stream,
  summarise,
  valueAt,
} from '@cede/core';
import { ACCURACY, type MethodResult, type ReportData } from '../src/report-data.js';

export interface ExampleOptions {
  readonly rows?: number;
  readonly classNames?: readonly string[];
  readonly methods?: readonly (readonly [string, MethodResult['family'], number])[];
  /** How often the expert is right. */
  readonly expert?: number;
  /** Stops of the dial. */
  readonly stops?: number;
}

/** Name, family, and how much noise lies on the score: more noise, worse method. */
const METHODS = [
  ['conf', 'confidence', 0.5],
  ['linear', 'comparison', 0.35],
  ['two-stage', 'two-stage', 0.28],
  ['diff01', 'comparison', 0.4],
  ['maxprob', 'comparison', 0.45],
  ['drcpe-gce', 'drcpe', 0.2],
  ['drcpe-prob01', 'drcpe', 0.22],
  ['drcpe-zeroone', 'drcpe', 0.27],
] as const;

/**
 * A made-up moderation table, with every number computed the way `cede compare` does. Only the
 * bands are simplified (binomial instead of bootstrap): the report draws what it is given.
 */
export function exampleData(options: ExampleOptions = {}): ReportData {
  const {
    rows = 2400,
    classNames = ['hate', 'offensive', 'neither'],
    methods = METHODS,
    expert = 0.86,
    stops = 201,
  } = options;
  const random = stream(7, 'example');
  const easy = new Float64Array(rows);
  const model = new Float64Array(rows);
  const human = new Float64Array(rows);
  const label = new Uint32Array(rows);
  for (let i = 0; i < rows; i++) {
    easy[i] = random.uniform();
    label[i] = Math.floor(classNames.length * random.uniform() * random.uniform());
    model[i] = random.uniform() < 0.55 + 0.5 * pow(easy[i], 0.7) ? 1 : 0;
    human[i] = random.uniform() < expert ? 1 : 0;
  }
  const grid = Array.from({ length: stops }, (_, k) => k / (stops - 1));
  const rates = [0.05, 0.1, 0.2, 0.3, 0.5];
  const share = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / rows;
  const [modelMean, expertMean] = [share(model), share(human)];
  const lineOf = (curve: Curve) => ({
    ...percentages(summarise([curve], rates)),
    values: grid.map((rate) => 100 * valueAt(curve, rate)),
  });
  const ideal = Float64Array.from(model, (value, i) => value - human[i]);
  const oracle = deferralCurve(ideal, model, human);
  const line = randomLine(modelMean, expertMean);

  const scored = methods.map(([name, family, noise]) => {
    const seeds = name === 'conf' || name === 'linear' ? 1 : 5;
    const scores = Array.from({ length: seeds }, (_, seed) => {
      const draw = stream(seed, name);
      return Float64Array.from(easy, (value) => value + noise * draw.normal());
    });
    const curves = scores.map((each) => deferralCurve(each, model, human));
    return { name, family, seeds, scores, curves, summary: summarise(curves, rates) };
  });
  const columns = rates.map((_, k) =>
    marks(
      scored.map(({ name, family, summary }) => ({
        name,
        family,
        mean: summary.mean[k],
        std: summary.std[k],
      })),
      valueAt(line, rates[k]),
    ),
  );
  const results = scored.map(({ name, family, seeds, scores, curves, summary }): MethodResult => {
    const values = grid.map(
      (rate) => curves.reduce((sum, curve) => sum + valueAt(curve, rate), 0) / seeds,
    );
    const half = values.map((value) => 196 * Math.sqrt((value * (1 - value)) / rows / 2));
    const changes = scores.map((each) => changesAlong(each, model, human, grid));
    const average = (side: 'avoided' | 'caused') =>
      grid.map((_, k) => changes.reduce((sum, change) => sum + change[side][k], 0) / seeds);
    return {
      name,
      family,
      seeds,
      ...percentages(summary),
      shareOfGap: shareOfGap(summary.area, area(line), area(oracle)),
      values: values.map((value) => 100 * value),
      lower: values.map((value, k) => 100 * value - half[k]),
      upper: values.map((value, k) => 100 * value + half[k]),
      avoided: average('avoided'),
      caused: average('caused'),
      marks: columns.map((column) => column[name]),
    };
  });

  const best = scored.find(({ name }) => name === 'drcpe-gce') ?? scored[0];
  const rival = scored.find(({ name }) => name === 'conf');
  const rate = 0.2;
  const value = best.summary.mean[rates.indexOf(rate)];
  const gain = 100 * (value - modelMean);
  const sorted = best.scores[0].slice().sort();
  const threshold = sorted[Math.floor(rate * rows)];
  const needed = rival && rateReaching(rival.curves[0], value);
  return {
    format: 'cede/report-data',
    version: 1,
    title: 'Moderation: hand hard posts to a person?',
    target: ACCURACY,
    fit: { name: 'moderation.csv, first half', rows, hash: 'ab'.repeat(32) },
    test: { name: 'moderation.csv, second half', rows, hash: 'cd'.repeat(32) },
    expert: { name: 'the moderator', kind: 'one label per case' },
    classNames,
    finding: {
      method: best.name,
      chosen: 'as the default for experts that give labels only',
      rate,
      modelValue: 100 * modelMean,
      expertValue: 100 * expertMean,
      value: 100 * value,
      gain,
      lower: gain - 0.8,
      upper: gain + 0.8,
      confidence: 0.95,
      ...(rival && rival !== best
        ? {
            rival: {
              method: 'conf',
              phrase: 'thresholding the model’s confidence',
              rate: needed ?? null,
              difference: { estimate: 1, lower: 0.4, upper: 1.6 },
            },
          }
        : {}),
      deployed: {
        calibrationRows: 480,
        threshold,
        rate: 0.208,
        value: 100 * valueAt(best.curves[0], 0.208),
      },
    },
    rates,
    grid,
    cases: grid.map((each) => each * rows),
    band: { kind: 'rows-and-seeds', confidence: 0.95, simultaneous: true },
    methods: results,
    random: { ...lineOf(line), ...randomChanges(model, human, grid) },
    oracle: { ...lineOf(oracle), ...changesAlong(ideal, model, human, grid) },
    reviewsSaved: rival
      ? reviewsSaved(best.curves[0], rival.curves[0], [0.1, 0.2, 0.3], rows).map((row) => ({
          ...row,
          baseline: 'conf',
          value: 100 * row.value,
        }))
      : [],
    perClass: classNames.map((name, k) => {
      const own = Array.from(label.keys()).filter((i) => label[i] === k);
      const total = (term: (i: number) => number) => own.reduce((sum, i) => sum + term(i), 0);
      const deferred = (i: number) => Number(best.scores[0][i] < threshold);
      const mean = (term: (i: number) => number) => (own.length ? total(term) / own.length : 0);
      return {
        name,
        rows: own.length,
        modelRecall: 100 * mean((i) => model[i]),
        expertRecall: 100 * mean((i) => human[i]),
        bothRight: total((i) => model[i] * human[i]),
        onlyModelRight: total((i) => model[i] * (1 - human[i])),
        onlyExpertRight: total((i) => (1 - model[i]) * human[i]),
        bothWrong: total((i) => (1 - model[i]) * (1 - human[i])),
        deferred: mean(deferred),
        systemRecall: 100 * mean((i) => (deferred(i) ? human[i] : model[i])),
        keptRecall:
          (100 * total((i) => (1 - deferred(i)) * model[i])) / (total((i) => 1 - deferred(i)) || 1),
      };
    }),
    histogram: histogramOf(best.name, sorted, threshold),
    warnings: [
      'The expert’s vote is one of those behind the label in every row; its accuracy looks better than it is.',
    ],
    made: {
      command: 'cede compare fit.csv test.csv --out results',
      version: '0.1.0',
      facts: [
        { name: 'seeds', value: '5, counted from 0' },
        { name: 'epochs', value: '50' },
      ],
    },
  };
}

function percentages({ mean, std, area: value }: { mean: number[]; std: number[]; area: number }) {
  return {
    mean: mean.map((each) => 100 * each),
    std: std.map((each) => 100 * each),
    area: 100 * value,
  };
}

/** Errors avoided and caused by handing over the lowest scores. */
function changesAlong(
  scores: Float64Array,
  model: Float64Array,
  human: Float64Array,
  grid: readonly number[],
) {
  const zeros = new Float64Array(model.length);
  const rescued = Float64Array.from(model, (value, i) => (1 - value) * human[i]);
  const harmed = Float64Array.from(model, (value, i) => value * (1 - human[i]));
  const along = (gains: Float64Array) => {
    const curve = deferralCurve(scores, zeros, gains);
    return grid.map((rate) => model.length * valueAt(curve, rate));
  };
  return { avoided: along(rescued), caused: along(harmed) };
}

function randomChanges(model: Float64Array, human: Float64Array, grid: readonly number[]) {
  return changesAlong(new Float64Array(model.length), model, human, grid);
}

function histogramOf(method: string, sorted: Float64Array, threshold: number) {
  const bins = 40;
  const [low, high] = [sorted[0], sorted[sorted.length - 1]];
  const edges = Array.from({ length: bins + 1 }, (_, k) => low + ((high - low) * k) / bins);
  const deferred = new Array<number>(bins).fill(0);
  const kept = new Array<number>(bins).fill(0);
  for (const score of sorted) {
    const bin = Math.min(bins - 1, Math.floor(((score - low) / (high - low)) * bins));
    (score < threshold ? deferred : kept)[bin]++;
  }
  return { method, edges, deferred, kept, threshold };
}
