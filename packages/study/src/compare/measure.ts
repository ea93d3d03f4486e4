import { deferredShare, expertKind, outcomesOf, summarise, type Table, valueAt } from '@cede/core';
import { comparedCosts } from '../costs/compared-costs.js';
import { hasCosts } from '../costs/cost-report.js';
import { CONFIDENCE } from '../curves/bands.js';
import { caseWeights } from '../curves/case-weights.js';
import { type GroupReport, groupReport } from '../groups/group-report.js';
import { methodMetrics, quality } from '../metrics/metrics.js';
import { haveScores, MANY_TO_RESAMPLE, performAll } from '../run/perform-all.js';
import type { Run } from '../run/run.js';
import { shareArrays } from '../run/share-arrays.js';
import type { MethodScores } from '../scores/method-scores.js';
import type { Sides } from '../scores/score-methods.js';
import { featureKinds, featureNames } from '../table/feature-kinds.js';
import type { ComparedSide, MeasureAsk } from './ask.js';
import { withBudgetRate } from './budget-rate.js';
import { classRows } from './class-rows.js';
import type { ComparedCurves, ComparedMethod, Comparison, SummarisedMethod } from './comparison.js';
import { dialDetails } from './dial-details.js';
import type { DrawnChart } from './drawn.js';
import { handOverChart, handOverRates } from './hand-over-chart.js';
import { type Measured, methodAt, methodNamed } from './headline.js';
import { scoreHistogram } from './histogram.js';
import { gatherParts, type MeasuredParts, partsHere, partTasks } from './parts.js';
import type { PlannedComparison } from './plan-comparison.js';
import { riskChart, riskRates } from './risk-chart.js';
import { answeredGroups } from './risk-groups.js';
import { targetOf } from './target.js';

/** A test side knows how many further rows it had that the expert did not answer. */
type MeasuredSides = Sides<ComparedSide & { readonly unanswered?: number }>;

/** Everything that scores of the test rows say: curves, intervals, metrics, groups, costs. */
export function measure(
  sides: MeasuredSides,
  planned: PlannedComparison,
  methods: readonly MethodScores[],
  ask: MeasureAsk = {},
  { onProgress }: Pick<Run, 'onProgress'> = {},
): Comparison {
  const { measured, at, bands } = chartOf(sides, planned, methods, ask);
  const parts = partsHere(measured, at, bands, (done) => onProgress?.({ step: 'intervals', done }));
  return measuredFrom(sides, planned, measured, parts, ask);
}

/** The same with what takes the time in the hands of a runner, where there is enough of it. */
export async function measureWith(
  run: Run,
  sides: MeasuredSides,
  planned: PlannedComparison,
  methods: readonly MethodScores[],
  ask: MeasureAsk = {},
): Promise<Comparison> {
  if (!haveScores(sides.test.table, methods, MANY_TO_RESAMPLE))
    return measure(sides, planned, methods, ask, run);
  const { measured, at, bands } = chartOf(sides, planned, methods, ask);
  const runner = run.runner.open({});
  try {
    const wanted = partTasks(measured, at, bands, runner.jobs);
    const tasks = runner.jobs > 1 ? shareArrays(wanted) : wanted;
    const results = await performAll(runner, tasks, run);
    const parts = gatherParts(tasks, results, methods);
    return measuredFrom(sides, planned, measured, parts, ask);
  } finally {
    await runner.close();
  }
}

/** Which chart there will be, and at which rates it needs its parts. */
function chartOf(
  { test }: MeasuredSides,
  planned: PlannedComparison,
  methods: readonly MethodScores[],
  { bands = 'rows-and-seeds' }: MeasureAsk,
) {
  const plan = withBudgetRate(planned.plan, methods);
  const measured: Measured = { plan, methods, test };
  const at = (hasNobody(measured) ? riskRates : handOverRates)(plan);
  return { measured, at, bands };
}

const hasNobody = ({ plan, test }: Measured) =>
  !expertKind(test.table.experts[plan.expert]).answers;

function measuredFrom(
  sides: MeasuredSides,
  planned: PlannedComparison,
  measured: Measured,
  parts: MeasuredParts,
  ask: MeasureAsk,
): Comparison {
  const { plan, methods, test } = measured;
  const { table } = test;
  const { bands = 'rows-and-seeds' } = ask;
  const nobody = hasNobody(measured);
  const drawn = (nobody ? riskChart : handOverChart)(measured, bands, parts);
  const curves = summariseCurves(sides, { ...planned, plan }, methods);
  const { model: modelQuality, expert: expertQuality } = quality(table, plan.expert);
  const chosen = methodNamed(methods, plan.chosen.name);
  const groups = table.group && groupsAt(measured, table.group, ask.groupColumn ?? 'group');
  const costs = costsOf(measured, ask);
  const { target } = outcomesOf(table, plan.expert);
  const compared = comparedMethods(curves.methods, drawn, measured, parts);
  const details = dialDetails(measured, nobody);
  return {
    format: 'cede/comparison',
    version: 1,
    ...curves,
    test: { ...curves.test, modelQuality, ...(!nobody && { expertQuality }) },
    expert: expertOf(table, plan.expert),
    classNames: table.classes,
    training: {
      seeds: plan.seeds,
      epochs: plan.options.epochs ?? 100,
      batch: plan.options.batch ?? 128,
    },
    headline: drawn.headline,
    ...(ask.sideBySideAt !== undefined &&
      !nobody && { sideBySide: methodAt(measured, ask.sideBySideAt) }),
    chart: drawn.chart,
    methods: compared,
    reviewsSaved: nobody ? [] : savedReviews(compared, measured),
    perClass:
      table.classes.length > 0 && table.label
        ? classRows(table, plan.expert, chosen.scores, plan.rate)
        : [],
    histogram: scoreHistogram(chosen.name, chosen.scores[0], plan.rate, caseWeights(table)),
    ...(details && { details }),
    ...(groups && { groups }),
    ...(groups && nobody && { answeredGroups: answeredGroups(groups, target) }),
    ...(costs && { costs }),
    ...(chosen.deployed && { policy: chosen.deployed.policy }),
  };
}

/** Whom cases go to; where nobody answers, the kind is all there is to call it by. */
function expertOf({ experts }: Table, index: number) {
  const { name, kind } = experts[index];
  const { answers, description } = expertKind({ kind });
  return { name: answers ? name : description, kind };
}

/** What the curves say by themselves: no resampling, no metrics. */
export function summariseCurves(
  { fit, test }: MeasuredSides,
  { plan, verdict }: Pick<PlannedComparison, 'plan'> & Partial<PlannedComparison>,
  methods: readonly MethodScores[],
): Omit<ComparedCurves, 'groups' | 'costs' | 'experts'> {
  const random = methodNamed(methods, 'random').curves[0];
  const { rows, classes } = fit.table;
  return {
    target: targetOf(outcomesOf(test.table, plan.expert).target),
    fit: {
      name: fit.name,
      rows,
      classes: classes.length,
      features: featureNames(fit.table),
      ...featureKinds(fit.table),
      hash: fit.hash,
    },
    test: {
      name: test.name,
      rows: test.table.rows,
      hash: test.hash,
      ...(test.unanswered && { unanswered: test.unanswered }),
      model: random.values[0],
      expert: random.values[1],
    },
    rates: plan.rates,
    methods: methods.map(({ name, curves }) => ({
      name,
      ...summarise(curves, plan.rates),
      ...(name === 'auto' && plan.choice && { chosen: plan.choice.method }),
    })),
    headline: { method: plan.chosen.name, rate: plan.rate, rateFrom: plan.rateFrom },
    ...(plan.options.answers && { answers: plan.options.answers }),
    ...(plan.combined && { combined: plan.combined }),
    leftOut: plan.leftOut,
    ...(verdict !== undefined && { verdict }),
    ...(plan.choice && { choice: plan.choice }),
  };
}

function comparedMethods(
  summaries: readonly SummarisedMethod[],
  { lines, marks, risks }: DrawnChart,
  { plan, methods, test }: Measured,
  parts: MeasuredParts,
): ComparedMethod[] {
  const metrics = methodMetrics(methods, test.table, parts.metrics);
  return summaries.map((summary) => {
    const { name } = summary;
    const risk = risks?.get(name);
    return {
      ...summary,
      family: plan.methods.find((method) => method.name === name)!.family,
      metrics: metrics[name],
      line: lines.get(name)!,
      marks: marks(name),
      ...(risk && { risk }),
    };
  });
}

/** What handing over at the headline's rate does to each group. */
function groupsAt(
  { plan, methods, test: { table } }: Measured,
  { names, index }: NonNullable<Table['group']>,
  column: string,
): GroupReport {
  const { model, expert } = outcomesOf(table, plan.expert);
  const { scores } = methodNamed(methods, plan.chosen.name);
  const rows = {
    share: deferredShare(scores, plan.rate, table.weight),
    model,
    expert,
    propensity: table.experts[plan.expert]?.propensity,
    weight: table.weight,
    clusters: table.cluster?.index,
    seed: plan.seeds[0],
  };
  return groupReport({ column, names, index }, rows, CONFIDENCE);
}

function costsOf(
  { plan, methods, test: { table } }: Measured,
  { errorCost, budget, bands, answers }: MeasureAsk,
): Comparison['costs'] {
  const ask = { errorCost, budget, seed: plan.seeds[0] };
  if (!hasCosts(table, plan.expert, ask)) return undefined;
  return comparedCosts(methods, table, plan.expert, {
    ...ask,
    answers,
    chosen: plan.chosen.name,
    rate: plan.rate,
    rates: plan.rates,
    bands,
    familyOf: (name) => plan.methods.find((method) => method.name === name)!.family,
  });
}

/** The headline's method against confidence, as its metrics have it, with what confidence reaches. */
function savedReviews(
  compared: readonly ComparedMethod[],
  { plan, methods }: Measured,
): Comparison['reviewsSaved'] {
  const { metrics } = compared.find(({ name }) => name === plan.chosen.name)!;
  const saved = metrics.reviewsSaved ?? [];
  return saved.map(({ confRate, confNeeds, rate, cases }) => ({
    baselineRate: confRate,
    value: valueAt(methodNamed(methods, 'conf').curves[0], confRate),
    baselineNeeds: confNeeds,
    rate,
    cases,
  }));
}
