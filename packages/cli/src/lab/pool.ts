import {
  band,
  type Curve,
  type Replicates,
  reviewsSaved,
  shareOfGap,
  stream,
  summarise,
  valueAt,
} from '@cede/core';
import { markRows } from '@cede/lab';
import type { ClassRow, Finding, ReportData, Stop } from '@cede/report';
import { bandOf, CONFIDENCE, drawnAgain, GRID, RESAMPLES } from '../compare/along-grid.js';
import { findingStops } from '../compare/finding-stops.js';
import type { MethodScores } from '../compare/grid.js';
import { clearlyAhead, confidenceRival, othersThan, overRandom } from '../compare/rival.js';
import { meanCurve } from '../metrics/metrics.js';
import { type Scored, targetRows } from './score.js';

/** Accuracies are drawn in percent. */
const SCALE = 100;

/** Every method with the curves of all pairs of networks: what means and deviations are taken over. */
export function pooledMethods({ plan, pairs }: Scored): MethodScores[] {
  return plan.methods.map(({ name }) => ({
    name,
    scores: [],
    curves: pairs.flatMap(({ methods }) => curvesOf(methods, name)),
  }));
}

/**
 * One report of several pairs of networks, from the report of each: means over pairs × scorers,
 * bands from the spread over both. The histogram is left out: scores of different networks have
 * no common scale.
 */
export function poolReports(reports: readonly ReportData[], scored: Scored): ReportData {
  const { plan } = scored;
  const pooled = pooledMethods(scored);
  const { histogram: _one, ...first } = reports[0];
  const line = (name: string, parts: readonly ReportData['random'][]) => {
    const curves = curvesOf(pooled, name);
    const { mean, std, area } = summarise(curves, plan.rates);
    return {
      mean: mean.map((v) => SCALE * v),
      std: std.map((v) => SCALE * v),
      area: SCALE * area,
      values: summarise(curves, GRID).mean.map((v) => SCALE * v),
      avoided: meanOf(parts.map(({ avoided }) => avoided!)),
      caused: meanOf(parts.map(({ caused }) => caused!)),
      ...(parts[0].atFinding && { atFinding: meanOfEach(parts.map((part) => part.atFinding!)) }),
    };
  };
  const random = line(
    'random',
    reports.map((report) => report.random),
  );
  const oracle = line(
    'oracle',
    reports.map((report) => report.oracle),
  );
  const rows = targetRows(scored, 'accuracy');
  const marked = markRows(rows, random.mean);
  const methods = first.methods.map((method, m) => {
    const curves = curvesOf(pooled, method.name);
    const summary = line(
      method.name,
      reports.map((report) => report.methods[m]),
    );
    const spread = (rates: readonly number[]) =>
      bandOf({ name: method.name, curves }, NO_REPLICATES, true, rates, SCALE);
    return {
      ...method,
      ...summary,
      ...(summary.atFinding && { atFinding: spreadAt(summary.atFinding, spread([plan.rate])) }),
      seeds: curves.length,
      shareOfGap: shareOfGap(summary.area, random.area, oracle.area),
      ...spread(GRID),
      marks: marked.get(method.name)!,
    };
  });
  return {
    ...first,
    fit: { ...first.fit, hash: reports.map(({ fit }) => fit.hash).join(', ') },
    test: { ...first.test, hash: reports.map(({ test }) => test.hash).join(', ') },
    methods,
    random,
    oracle,
    finding: poolFindings(reports, scored, pooled),
    reviewsSaved: savedRows(scored, pooled),
    perClass: first.perClass.map((_, c) => meanOfEach(reports.map(({ perClass }) => perClass[c]))),
  };
}

// Bands over seeds need no resamples.
const NO_REPLICATES: Replicates = {
  rates: [],
  resamples: 0,
  estimate: new Map(),
  draws: new Map(),
};

const curvesOf = (methods: readonly MethodScores[], name: string): readonly Curve[] =>
  methods.find((method) => method.name === name)!.curves;

function poolFindings(
  reports: readonly ReportData[],
  scored: Scored,
  pooled: readonly MethodScores[],
): Finding {
  const { plan } = scored;
  const findings = reports.map(({ finding }) => finding);
  const [first] = findings;
  const mean = (of: (finding: Finding) => number) => average(findings.map(of));
  const value = average(curvesOf(pooled, plan.chosen.name).map((c) => valueAt(c, plan.rate)));
  const replicates = poolReplicates(scored);
  const gain = band(replicates, plan.chosen.name, 'model', CONFIDENCE);
  const { at, onGrid } = findingStops(plan.rate);
  const others = othersThan(
    plan.chosen.name,
    plan.methods.map(({ name }) => name),
  );
  const deployed = findings.flatMap((finding) => finding.deployed ?? []);
  const percents = (values: readonly number[]) => onGrid(values).map((v) => SCALE * v);
  return {
    ...first,
    modelValue: mean(({ modelValue }) => modelValue),
    expertValue: mean(({ expertValue }) => expertValue),
    value: SCALE * value,
    gain: mean((finding) => finding.gain),
    lower: SCALE * gain.lower[at],
    upper: SCALE * gain.upper[at],
    gains: {
      estimate: percents(gain.estimate),
      lower: percents(gain.lower),
      upper: percents(gain.upper),
    },
    ...(first.rival && {
      rival: confidenceRival(
        replicates,
        plan.chosen.name,
        at,
        meanCurve({ curves: curvesOf(pooled, 'conf') }),
        value,
        SCALE,
      ),
    }),
    overRandom: overRandom(replicates, plan.chosen.name, at, SCALE),
    ahead: clearlyAhead(replicates, plan.chosen.name, at, others, SCALE),
    // No threshold: scores of different networks have no common scale.
    ...(first.deployed && {
      deployed: {
        calibrationRows: first.deployed.calibrationRows,
        rate: average(deployed.map(({ rate }) => rate)),
        value: average(deployed.map((fixed) => fixed.value)),
      },
    }),
  };
}

/**
 * Every method along the grid, drawn again: the test images (the same in every pair, because each
 * pair's resamples come from the same seed), the scorers, and the pairs.
 */
export function poolReplicates({ plan, pairs }: Scored): Replicates {
  const names = plan.methods
    .map(({ name }) => name)
    .filter((name) => name !== 'random' && name !== 'oracle');
  const { rates } = findingStops(plan.rate);
  const each = pairs.map(({ test, methods }) =>
    drawnAgain(
      plan,
      test.table,
      methods.filter(({ name }) => names.includes(name)),
      rates,
    ),
  );
  const random = stream(plan.seeds[0], 'bootstrap pairs of networks');
  const drawn = Array.from({ length: RESAMPLES }, () => pairs.map(() => random.below(each.length)));
  const width = rates.length + 1;
  const lines = ['model', 'random', ...names];
  return {
    rates,
    resamples: RESAMPLES,
    estimate: new Map(
      lines.map((name) => [
        name,
        Float64Array.from(meanOf(each.map(({ estimate }) => [...estimate.get(name)!]))),
      ]),
    ),
    draws: new Map(
      lines.map((name) => [
        name,
        Float64Array.from({ length: RESAMPLES * width }, (_, i) =>
          average(drawn[Math.floor(i / width)].map((pair) => each[pair].draws.get(name)![i])),
        ),
      ]),
    ),
  };
}

function savedRows({ plan, pairs }: Scored, pooled: readonly MethodScores[]) {
  if (plan.chosen.name === 'conf' || !plan.methods.some(({ name }) => name === 'conf')) return [];
  const [method, conf] = [plan.chosen.name, 'conf'].map((name) =>
    meanCurve({ curves: curvesOf(pooled, name) }),
  );
  return reviewsSaved(method, conf, [0.05, 0.1, 0.2], pairs[0].test.table.rows).map((row) => ({
    ...row,
    baseline: 'conf',
    value: SCALE * row.value,
  }));
}

/** The band of the pool in place of the mean band of its pairs. */
const spreadAt = (stop: Stop, { lower, upper }: { lower?: number[]; upper?: number[] }): Stop => ({
  ...stop,
  lower: lower?.[0],
  upper: upper?.[0],
});

/** One class (or one stop) over pairs: its rows are the same images, everything else is averaged where it is known. */
function meanOfEach<Row extends ClassRow | Stop>(rows: readonly Row[]): Row {
  const mean = (values: readonly unknown[]) => {
    const known = values.filter((value) => typeof value === 'number' && !Number.isNaN(value));
    return known.length > 0 ? average(known as number[]) : values[0];
  };
  return Object.fromEntries(
    Object.keys(rows[0]).map((key) => [key, mean(rows.map((row) => row[key as keyof Row]))]),
  ) as unknown as Row;
}

const average = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const meanOf = (lists: readonly (readonly number[])[]): number[] =>
  lists[0].map((_, k) => average(lists.map((list) => list[k])));
