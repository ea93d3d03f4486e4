/**
 * Classes, groups and scores at every stop of a dial and for every method: what a page shows when its
 * reader turns the dial. Everything is counted as at the headline's setting; only tests of harm are
 * made there alone, because a warning has to hold for one setting that was named beforehand.
 */
import {
  deferredShare,
  expertAt,
  expertRight,
  modelRight,
  outcomesOf,
  type Table,
} from '@cede/core';
import { CONFIDENCE } from '../curves/bands.js';
import { caseWeights } from '../curves/case-weights.js';
import { policyOutcome, rangeOf } from '../groups/policy-outcome.js';
import { bestValue, COVERAGES, riskAt } from '../reject/risk.js';
import type { MethodScores } from '../scores/method-scores.js';
import type { ClassStops, DialDetails, GroupStops, ScoreStops } from './dial-stops.js';
import type { Measured } from './headline.js';
import { headlineStops } from './headline-stops.js';
import { scoreHistogram } from './histogram.js';

/** Rows × seeds × stops × methods. Beyond this a page would wait for what few people look at. */
const MOST_WORK = 1e8;
/** Classes × stops × methods: beyond this a page would carry megabytes of them. */
const MOST_CLASS_CELLS = 30_000;

/** Undefined where there are too many rows: a page then keeps to the headline's setting. */
export function dialDetails(measured: Measured, nobody: boolean): DialDetails | undefined {
  const { plan, methods, test } = measured;
  const rates = nobody
    ? headlineStops(1 - plan.rate, COVERAGES).rates.map((answered) => 1 - answered)
    : headlineStops(plan.rate).rates;
  const vectors = methods.reduce((sum, { scores }) => sum + Math.max(1, scores.length), 0);
  if (test.table.rows * vectors * rates.length > MOST_WORK) return undefined;
  const { classes, label } = test.table;
  const counted =
    classes.length > 0 &&
    label &&
    classes.length * rates.length * methods.length <= MOST_CLASS_CELLS;
  const countClasses = counted ? classCounter(test.table, plan.expert) : undefined;
  const countGroups = test.table.group ? groupCounter(test.table, plan.expert, nobody) : undefined;
  return {
    rates,
    methods: methods.map((method) => {
      const shares = rates.map((rate) => shareAt(method, rate, test.table));
      return {
        name: method.name,
        ...(countClasses && { classes: countClasses(shares) }),
        ...(countGroups && { groups: countGroups(shares) }),
        ...(method.scores.length > 0 && { scores: scoreStops(method, rates, test.table) }),
      };
    }),
  };
}

type Shares = readonly ArrayLike<number>[];

/** How much of each row is handed over; by lot, as much of every row. */
const shareAt = ({ scores }: MethodScores, rate: number, { rows, weight }: Table) =>
  scores.length > 0 ? deferredShare(scores, rate, weight) : new Float64Array(rows).fill(rate);

/** As `classRows` counts, for many shares at once. */
function classCounter(table: Table, expert: number): (shares: Shares) => ClassStops[] {
  const model = modelRight(table);
  const other = expertRight(table, expertAt(table, expert));
  const weight = caseWeights(table);
  const rows = table.classes.map((_, c) =>
    Array.from({ length: table.rows }, (_, i) => i).filter((i) => table.label![i] === c),
  );
  const at = (own: readonly number[], share: ArrayLike<number>) => {
    const sum = { cases: 0, deferred: 0, system: 0, keptRight: 0, kept: 0 };
    for (const i of own) {
      const [w, m, x, s] = [weight(i), model[i], other[i], share[i]];
      sum.cases += w;
      sum.deferred += w * s;
      sum.system += w * (s * x + (1 - s) * m);
      sum.keptRight += w * ((1 - s) * m);
      sum.kept += w * (1 - s);
    }
    const perCase = (total: number) => (sum.cases > 0 ? total / sum.cases : 0);
    return {
      deferred: perCase(sum.deferred),
      system: perCase(sum.system),
      kept: sum.keptRight / (sum.kept || 1),
    };
  };
  return (shares) =>
    rows.map((own) => {
      const found = shares.map((share) => at(own, share));
      return {
        deferred: found.map(({ deferred }) => deferred),
        system: found.map(({ system }) => system),
        kept: found.map(({ kept }) => kept),
      };
    });
}

/** As `groupReport` measures (or `answeredGroups`), for many shares and without the test of harm. */
function groupCounter(
  table: Table,
  expert: number,
  nobody: boolean,
): (shares: Shares) => GroupStops[] {
  const outcomes = outcomesOf(table, expert);
  const range = rangeOf(outcomes);
  const { names, index } = table.group!;
  const propensity = table.experts[expert]?.propensity;
  const groups = names
    .map((_, g) => Array.from({ length: table.rows }, (_, i) => i).filter((i) => index[i] === g))
    .filter((rows) => rows.length > 0)
    .map((rows) => {
      const pick = (column: ArrayLike<number>) => Float64Array.from(rows, (row) => column[row]);
      return {
        pick,
        model: pick(outcomes.model),
        expert: pick(outcomes.expert),
        weight: table.weight && pick(table.weight),
        clusters: table.cluster && pick(table.cluster.index),
        propensity: propensity && pick(propensity),
      };
    });
  return (shares) =>
    groups.map(({ pick, ...given }) => {
      const found = shares.map((share) =>
        policyOutcome({ ...given, share: pick(share) }, range, CONFIDENCE),
      );
      if (nobody) return answeredStops(found, bestValue(outcomes.target));
      return {
        rate: found.map(({ rate }) => rate),
        value: found.map(({ value }) => value),
        gain: found.map(({ gain }) => gain),
        lower: found.map(({ gainInterval }) => gainInterval.lower),
        upper: found.map(({ gainInterval }) => gainInterval.upper),
      };
    });
}

/** Where nobody is asked: the share answered, and what is wrong among the answers. */
function answeredStops(
  found: readonly { readonly rate: number; readonly model: number; readonly value: number }[],
  best: number,
): GroupStops {
  const answered = found.map(({ rate }) => 1 - rate);
  const value = found.map((each, k) =>
    answered[k] > 0 ? riskAt(best, each.value, answered[k]) : 0,
  );
  const gain = found.map(({ model }, k) => value[k] - riskAt(best, model, 1));
  return { rate: answered, value, gain, lower: gain, upper: gain };
}

/** The bins are those of the headline's histogram; a threshold cuts one of them. */
function scoreStops(
  { name, scores }: MethodScores,
  rates: readonly number[],
  table: Table,
): ScoreStops {
  const weight = caseWeights(table);
  const drawn = rates.map((rate) => scoreHistogram(name, scores[0], rate, weight));
  const [{ edges, deferred, kept }] = drawn;
  const cut = drawn.map((each) => each.deferred.findLastIndex((cases) => cases > 0));
  return {
    edges,
    cases: deferred.map((cases, k) => cases + kept[k]),
    thresholds: drawn.map(({ threshold }) => threshold),
    cutBins: cut,
    cutCases: drawn.map((each, k) => (cut[k] < 0 ? 0 : each.deferred[cut[k]])),
  };
}
