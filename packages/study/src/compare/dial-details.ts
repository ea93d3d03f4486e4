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
import { meanOfSums } from '../groups/mean-of-sums.js';
import { type OutcomeFound, policyOutcome, rangeOf } from '../groups/policy-outcome.js';
import { bestValue, COVERAGES, riskAt } from '../reject/risk.js';
import type { MethodScores } from '../scores/method-scores.js';
import type { ClassStops, DialDetails, GroupStops, ScoreStops } from './dial-stops.js';
import type { Measured } from './headline.js';
import { headlineStops } from './headline-stops.js';
import { scoreBins } from './histogram.js';
import { sweepShares } from './share-sweep.js';

/** Rows × seeds × stops × methods. Beyond this, groups whose intervals need every row at every stop are left out. */
const MOST_WORK = 1e8;
/** Classes × stops × methods: eight bytes of a page each. */
const MOST_CLASS_CELLS = 300_000;

/** Every method at every stop. Classes or groups are absent where there is too much of them. */
export function dialDetails(measured: Measured, nobody: boolean): DialDetails {
  const { plan, methods, test } = measured;
  const { table } = test;
  const rates = nobody
    ? headlineStops(1 - plan.rate, COVERAGES).rates.map((answered) => 1 - answered)
    : headlineStops(plan.rate).rates;
  const vectors = methods.reduce((sum, { scores }) => sum + Math.max(1, scores.length), 0);
  const { classes, label } = table;
  const counted =
    classes.length > 0 &&
    label &&
    classes.length * rates.length * methods.length <= MOST_CLASS_CELLS;
  const countClasses = counted ? classCounter(table, plan.expert, rates) : undefined;
  const countGroups = !table.group
    ? undefined
    : table.rows * vectors * rates.length <= MOST_WORK
      ? groupCounter(table, plan.expert, nobody, rates)
      : isPlain(table, plan.expert)
        ? plainGroupCounter(table, plan.expert, nobody, rates)
        : undefined;
  return {
    rates,
    methods: methods.map(({ name, scores }) => ({
      name,
      ...(countClasses && { classes: countClasses(scores) }),
      ...(countGroups && { groups: countGroups(scores) }),
      ...(scores.length > 0 && { scores: scoreStops(scores[0], rates, table) }),
    })),
  };
}

type Seeds = MethodScores['scores'];

/** How much of each row is handed over; by lot, as much of every row. */
const shareAt = (scores: Seeds, rate: number, { rows, weight }: Table) =>
  scores.length > 0 ? deferredShare(scores, rate, weight) : new Float64Array(rows).fill(rate);

/** As `classRows` counts, at many rates in one walk. */
function classCounter(
  table: Table,
  expert: number,
  rates: readonly number[],
): (scores: Seeds) => ClassStops[] {
  const model = modelRight(table);
  const other = expertRight(table, expertAt(table, expert));
  const weight = caseWeights(table);
  const label = table.label!;
  const sums = () =>
    table.classes.map(() => ({ cases: 0, model: 0, deferred: 0, gain: 0, given: 0 }));
  return (scores) => {
    const found = sums();
    for (let i = 0; i < table.rows; i++) {
      const own = found[label[i]];
      if (!own) continue; // a row without a label
      own.cases += weight(i);
      own.model += weight(i) * model[i];
    }
    const stops = table.classes.map(() => ({
      deferred: rates.map(() => 0),
      system: rates.map(() => 0),
      kept: rates.map(() => 0),
    }));
    sweepShares(table, scores, rates, {
      moves: (i, before, after) => {
        const own = found[label[i]];
        if (!own) return;
        const part = weight(i) * (after - before);
        own.deferred += part;
        own.gain += part * (other[i] - model[i]);
        own.given += part * model[i];
      },
      arrives: (k) => {
        found.forEach(({ cases, model: right, deferred, gain, given }, c) => {
          const perCase = (sum: number) => (cases > 0 ? sum / cases : 0);
          const kept = cases - deferred;
          stops[c].deferred[k] = share(perCase(deferred));
          stops[c].system[k] = share(perCase(right + gain));
          // Of nothing kept only rounding is left.
          stops[c].kept[k] = kept > 1e-9 * cases ? share((right - given) / kept) : 0;
        });
      },
    });
    return stops;
  };
}

/** Sums that were added to and taken from leave [0, 1] by rounding. */
const share = (fraction: number) => Math.min(1, Math.max(0, fraction));

/** As `groupReport` measures (or `answeredGroups`), for many shares and without the test of harm. */
function groupCounter(
  table: Table,
  expert: number,
  nobody: boolean,
  rates: readonly number[],
): (scores: Seeds) => GroupStops[] {
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
  return (scores) => {
    const shares = rates.map((rate) => shareAt(scores, rate, table));
    return groups.map(({ pick, ...given }) =>
      groupStops(
        shares.map((each) => policyOutcome({ ...given, share: pick(each) }, range, CONFIDENCE)),
        nobody ? bestValue(outcomes.target) : undefined,
      ),
    );
  };
}

type Found = Pick<OutcomeFound, 'rate' | 'model' | 'value' | 'gain' | 'gainInterval'>;

/** `best`: what no error at all would be worth, where nobody is asked. */
function groupStops(found: readonly Found[], best: number | undefined): GroupStops {
  if (best !== undefined) return answeredStops(found, best);
  return {
    rate: found.map(({ rate }) => rate),
    value: found.map(({ value }) => value),
    gain: found.map(({ gain }) => gain),
    lower: found.map(({ gainInterval }) => gainInterval.lower),
    upper: found.map(({ gainInterval }) => gainInterval.upper),
  };
}

/** Whether an interval follows from sums alone: every row counts once, by itself, and was answered. */
function isPlain(table: Table, expert: number): boolean {
  if (table.weight || table.cluster) return false;
  return !outcomesOf(table, expert).expert.some(Number.isNaN);
}

/** The same where rows are many and plain: three sums a group, kept up to date along the scores. */
function plainGroupCounter(
  table: Table,
  expert: number,
  nobody: boolean,
  rates: readonly number[],
): (scores: Seeds) => GroupStops[] {
  const outcomes = outcomesOf(table, expert);
  const { lower, upper } = rangeOf(outcomes);
  const width = upper - lower;
  const { names, index } = table.group!;
  const difference = (i: number) => (outcomes.expert[i] - outcomes.model[i]) / width;
  return (scores) => {
    const sums = names.map(() => ({ rows: 0, model: 0, deferred: 0, sum: 0, squares: 0 }));
    for (let i = 0; i < table.rows; i++) {
      sums[index[i]].rows++;
      sums[index[i]].model += outcomes.model[i];
    }
    const found = sums.map((): Found[] => []);
    sweepShares(table, scores, rates, {
      moves: (i, before, after) => {
        const own = sums[index[i]];
        const d = difference(i);
        own.deferred += after - before;
        own.sum += (after - before) * d;
        own.squares += (after * after - before * before) * d * d;
      },
      arrives: (k) => {
        sums.forEach(({ rows, model, deferred, ...values }, g) => {
          if (rows === 0) return;
          const gain = meanOfSums({ rows, ...values }, CONFIDENCE);
          found[g][k] = {
            rate: share(deferred / rows),
            model: model / rows,
            value: model / rows + width * gain.estimate,
            gain: width * gain.estimate,
            gainInterval: { lower: width * gain.lower, upper: width * gain.upper },
          };
        });
      },
    });
    return found
      .filter((_, g) => sums[g].rows > 0)
      .map((each) => groupStops(each, nobody ? bestValue(outcomes.target) : undefined));
  };
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
function scoreStops(vector: Seeds[number], rates: readonly number[], table: Table): ScoreStops {
  const { edges, cases, binOf, at } = scoreBins(vector, caseWeights(table));
  const before = cases.map((_, bin) => cases.slice(0, bin).reduce((sum, each) => sum + each, 0));
  const cuts = rates.map(at);
  const bins = cuts.map(({ last }) => (last === undefined ? -1 : binOf(last)));
  return {
    edges,
    cases,
    thresholds: cuts.map(({ threshold }) => threshold),
    cutBins: bins,
    cutCases: cuts.map(({ below }, k) => (bins[k] < 0 ? 0 : below - before[bins[k]])),
  };
}
