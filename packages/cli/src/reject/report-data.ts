import {
  augrc,
  aurc,
  band,
  deployed,
  outcomesOf,
  parsePolicy,
  type Replicates,
  summarise,
  valueAt,
} from '@cede/core';
import type { Finding, MethodResult, ReferenceResult, ReportData, Target } from '@cede/report';
import {
  COVERAGES,
  lossesOf,
  REJECTED,
  type RiskUnit,
  riskAt,
  riskReplicates,
  riskUnit,
} from '@cede/study';
import { CONFIDENCE, drawnAgain, meanAt } from '../compare/along-grid.js';
import { caseWeights } from '../compare/case-weights.js';
import { classRows } from '../compare/class-rows.js';
import { errorCounts } from '../compare/error-counts.js';
import { type FindingStops, findingStops } from '../compare/finding-stops.js';
import type { MethodScores } from '../compare/grid.js';
import { scoreHistogram } from '../compare/histogram.js';
import { columnMarks } from '../compare/report-data.js';
import type { ReportInput } from '../compare/report-input.js';
import { insistOnAnswers } from './tables.js';

const TARGETS: Record<'accuracy' | 'loss', Target> = {
  accuracy: {
    kind: 'accuracy',
    name: 'share of wrong answers',
    unit: '%',
    differenceUnit: 'points',
    higherIsBetter: false,
  },
  loss: {
    kind: 'loss',
    name: 'mean loss of the answers',
    unit: '',
    differenceUnit: '',
    higherIsBetter: false,
  },
};

/** The report where there is nobody to ask: risk by coverage instead of accuracy by hand-over. */
export function rejectionReport(input: ReportInput): ReportData {
  const { plan, methods, test } = input;
  const { table } = test;
  insistOnAnswers(plan.rate);
  const outcomes = outcomesOf(table, plan.expert);
  const unit = riskUnit(outcomes.target);
  const rates = plan.rates.filter((rate) => rate < 1);
  const one = (name: string) => methods.find((method) => method.name === name)!;
  const real = methods.filter(({ name }) => name !== 'random' && name !== 'oracle');
  // The finding's interval is the one at its own coverage, not at the nearest of the grid.
  const [rejected, stops] = [
    findingStops(plan.rate, REJECTED).rates,
    findingStops(1 - plan.rate, COVERAGES),
  ];
  const again = drawnAgain(plan, table, real, rejected, input.onProgress);
  const replicates = riskReplicates(again, unit, stops.rates);
  const areas = new Map(methods.map((method) => [method.name, areasOf(method, input, unit)]));
  const drawn = (method: MethodScores): ReferenceResult => {
    const { mean, std } = summarise(method.curves, rates);
    // What is turned away and right is what is turned away and not wrong.
    const { avoided } = errorCounts(method, outcomes, table, rejected);
    return {
      mean: mean.map((value, k) => riskAt(unit, value, 1 - rates[k])),
      std: std.map((value, k) => (unit.scale * value) / (1 - rates[k])),
      area: areas.get(method.name)!.aurc,
      values: riskAlong(method, unit, stops.rates, rejected),
      ...(avoided && {
        avoided: [...avoided].reverse(),
        caused: avoided.map((wrong, k) => rejected[k] * table.rows - wrong).reverse(),
      }),
    };
  };
  const marked = columnMarks({ ...plan, rates }, methods);
  const results = real.map((method): MethodResult => {
    const { family, seeded } = plan.methods.find(({ name }) => name === method.name)!;
    return stops.lineOf({
      ...drawn(method),
      name: method.name,
      family,
      seeds: seeded ? method.curves.length : 1,
      shareOfGap: null,
      ...riskBand(method, replicates, unit, rejected, input.paperMode === true),
      marks: marked(method.name),
    });
  });
  return {
    format: 'cede/report-data',
    version: 1,
    title: input.title,
    target: TARGETS[outcomes.target],
    fit: { name: input.fit.name, rows: input.fit.table.rows, hash: input.fit.hash },
    test: { name: test.name, rows: table.rows, hash: test.hash },
    expert: { name: 'nobody', kind: 'nobody' },
    classNames: table.classes,
    finding: findingOf(input, replicates, unit, stops),
    rates: rates.map((rate) => 1 - rate),
    grid: COVERAGES,
    cases: COVERAGES.map((coverage) => Math.round(coverage * table.rows)),
    band: input.paperMode
      ? { kind: 'seeds' }
      : { kind: 'rows-and-seeds', confidence: CONFIDENCE, simultaneous: false },
    methods: results,
    random: stops.lineOf(drawn(one('random'))),
    oracle: stops.lineOf(drawn(one('oracle'))),
    reviewsSaved: [],
    perClass:
      table.classes.length > 0 && table.label
        ? classRows(table, plan.expert, one(plan.chosen.name).scores, plan.rate)
        : [],
    histogram: scoreHistogram(
      plan.chosen.name,
      one(plan.chosen.name).scores[0],
      plan.rate,
      caseWeights(table),
    ),
    warnings: input.warnings,
    made: { command: input.command, version: input.version, facts: input.facts },
    rejection: {
      augrc: Object.fromEntries([...areas].map(([name, { augrc: area }]) => [name, area])),
    },
  };
}

/** The mean over seeds, from few answers to all. */
const riskAlong = (
  method: Pick<MethodScores, 'curves'>,
  unit: RiskUnit,
  coverages: readonly number[],
  rejected: readonly number[],
): number[] =>
  coverages.map((coverage, k) =>
    riskAt(unit, meanAt(method, rejected[rejected.length - 1 - k]), coverage),
  );

/** Exact, the mean over seeds; for random, which has no scores, from the curve itself. */
function areasOf(
  { scores, curves }: MethodScores,
  { plan, test: { table } }: ReportInput,
  unit: RiskUnit,
): { aurc: number; augrc: number } {
  const { target, model } = outcomesOf(table, plan.expert);
  if (scores.length > 0) {
    const losses = lossesOf(model, target);
    const mean = (of: typeof aurc) =>
      (unit.scale * scores.reduce((sum, vector) => sum + of(vector, losses, table.weight), 0)) /
      scores.length;
    return { aurc: mean(aurc), augrc: mean(augrc) };
  }
  const steps = 1000;
  let [risk, wrong] = [0, 0];
  for (let k = 1; k <= steps; k++) {
    const value = meanAt({ curves }, 1 - k / steps);
    risk += riskAt(unit, value, k / steps) / steps;
    // The trapezoid from 0: half of the last step belongs to nobody.
    wrong += (riskAt(unit, value, 1) * (k === steps ? 0.5 : 1)) / steps;
  }
  return { aurc: risk, augrc: wrong };
}

function riskBand(
  { name, curves }: MethodScores,
  replicates: Replicates,
  unit: RiskUnit,
  rejected: readonly number[],
  paperMode: boolean,
): { lower?: number[]; upper?: number[] } {
  if (!paperMode) {
    const { lower, upper } = band(replicates, name, undefined, CONFIDENCE);
    // A resample can't promise less than no error.
    return { lower: lower.map((risk) => Math.max(risk, 0)), upper: [...upper] };
  }
  if (curves.length === 1) return {};
  const { mean, std } = summarise(curves, rejected);
  const end = (sign: number) =>
    mean.map((value, k) => riskAt(unit, value - sign * std[k], 1 - rejected[k])).reverse();
  return { lower: end(-1), upper: end(1) };
}

function findingOf(
  { plan, methods, test, chosenHow }: ReportInput,
  replicates: Replicates,
  unit: RiskUnit,
  { at, onGrid }: FindingStops,
): Finding {
  const method = methods.find(({ name }) => name === plan.chosen.name)!;
  const conf = methods.find(({ name }) => name === 'conf');
  const coverage = 1 - plan.rate;
  const gain = band(replicates, method.name, 'model', CONFIDENCE);
  const modelValue = replicates.estimate.get('model')![0];
  const value = riskAt(unit, meanAt(method, plan.rate), coverage);
  const { model, expert } = outcomesOf(test.table, plan.expert);
  const policy = method.deployed && parsePolicy(method.deployed.policy);
  const fixed =
    policy &&
    deployed(method.deployed!.scores, policy.threshold.values[0], model, expert, test.table.weight);
  return {
    method: method.name,
    chosen: chosenHow,
    rate: coverage,
    rateFrom: plan.rateFrom,
    modelValue,
    expertValue: 0,
    value,
    gain: value - modelValue,
    lower: gain.lower[at],
    upper: gain.upper[at],
    confidence: CONFIDENCE,
    gains: {
      estimate: onGrid(gain.estimate),
      lower: onGrid(gain.lower),
      upper: onGrid(gain.upper),
    },
    ...(conf && method.name !== 'conf' && { rival: rivalOf(replicates, method, conf, at, unit) }),
    ...(fixed &&
      fixed.rate < 1 && {
        deployed: {
          calibrationRows: method.deployed!.calibrationRows,
          threshold: fixed.threshold,
          rate: 1 - fixed.rate,
          value: riskAt(unit, fixed.value, 1 - fixed.rate),
        },
      }),
  };
}

/** Confidence on the same resamples, and how much it may answer for the same risk. */
function rivalOf(
  replicates: Replicates,
  { name }: MethodScores,
  conf: MethodScores,
  at: number,
  unit: RiskUnit,
): NonNullable<Finding['rival']> {
  const { estimate, lower, upper } = band(replicates, name, 'conf', CONFIDENCE);
  const value = replicates.estimate.get(name)![at];
  const reached = COVERAGES.findLastIndex(
    (coverage) => riskAt(unit, valueAt(conf.curves[0], 1 - coverage), coverage) <= value,
  );
  return {
    method: 'conf',
    phrase: "thresholding the model's confidence",
    rate: reached < 0 ? null : COVERAGES[reached],
    difference: { estimate: estimate[at], lower: lower[at], upper: upper[at] },
  };
}
