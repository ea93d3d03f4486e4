/**
 * Which methods a table may print in bold or red, by paired differences over rows: both methods
 * saw the same cases, so what they share cancels, and seeds alone say nothing about new cases.
 * Bold: the best, if it beats every method of another family (Holm over all pairs of methods). Red: worse
 * than the best, and not shown to be better than handing over at random. Where a table's methods
 * are one family, give each its own name as its family.
 */
import type { Scores } from '../curve/ranked-scores.js';
import { insist } from '../error.js';
import { type Added, addedAtRate, differencesOf } from './added-values.js';
import {
  FEWEST_UNITS,
  type GainRows,
  type RowSpread,
  varianceOfMean,
  weightedMean,
} from './gain-interval.js';
import { holm } from './holm.js';
import { pairSpreads } from './pair-spreads.js';
import { studentAbove } from './student.js';

/** A method of a table, with its scores by seed. */
export interface MarkedMethod {
  readonly name: string;
  readonly family: string;
  /** One list a seed; low = hand over. */
  readonly scores: readonly Scores[];
}

/** A method's mark by a paired comparison with the best one. */
export interface PairedMark {
  readonly name: string;
  readonly mark: 'bold' | 'red' | 'none';
  /** The best method's lead, in the unit of the values; 0 for the best itself. */
  readonly behindBest: number;
  /** Holm-adjusted over all pairs, of "as good as the best"; 1 for the best itself. */
  readonly pValue: number;
  /** Holm-adjusted, of "no better than random hand-over". */
  readonly pValueRandom: number;
}

/** Marks methods by paired intervals against the best one. */
export function pairedMarks(
  rows: GainRows,
  methods: readonly MarkedMethod[],
  rate: number,
  confidence = 0.95,
): PairedMark[] {
  insist(methods.length > 0, () => 'marks: found no methods, expected at least 1.');
  const differences = differencesOf(rows);
  const added = methods.map(({ scores }) => addedAtRate(rows, differences, scores, rate));
  const means = added.map(({ values }) => weightedMean(values, rows.weight));
  const best = means.reduce((top, mean, m) => (mean > means[top] ? m : top), 0);
  const rivals = methods.flatMap((_, m) => (m === best ? [] : [m]));
  // The best was picked by looking, so every pair counts as a test and every test has two sides.
  const pairs = methods.flatMap((_, m) => methods.flatMap((_, k) => (k < m ? [[k, m]] : [])));
  const line: Added = { values: differences.values.map((value) => rate * value), ofSeeds: [] };
  const compared = [
    ...pairs.map(([k, m]) => [added[k], added[m]] as const),
    ...added.map((own) => [own, line] as const),
  ];
  const spreads = pairSpreads(
    rows,
    compared.map(([one, other]) => [one.values, other.values]),
  );
  const adjusted = holm(pairs.map(([k, m], at) => twoSided(spreads[at], added[k], added[m])));
  const behind = new Map(
    pairs.flatMap((pair, k) =>
      pair.includes(best) ? [[pair[0] === best ? pair[1] : pair[0], adjusted[k]] as const] : [],
    ),
  );
  const random = holm(
    added.map((own, m) => aboveZero(spreads[pairs.length + m], seedGains(own, line))),
  );
  const delta = 1 - confidence;
  const others = rivals.filter((m) => methods[m].family !== methods[best].family);
  const alone = others.length > 0 && others.every((m) => behind.get(m)! <= delta);
  return methods.map(({ name }, m) => {
    const pValue = behind.get(m) ?? 1;
    const red = pValue <= delta && random[m] > delta;
    return {
      name,
      mark: m === best && alone ? 'bold' : red ? 'red' : 'none',
      behindBest: (means[best] - means[m]) * (rows.range ?? 1),
      pValue,
      pValueRandom: random[m],
    };
  });
}

/** The p-value of "both add as much"; the other way round the rows differ in nothing but the sign. */
function twoSided(spread: RowSpread, one: Added, other: Added): number {
  const forth = aboveZero(spread, seedGains(one, other));
  const back = aboveZero({ ...spread, centre: -spread.centre }, seedGains(other, one));
  return Math.min(1, 2 * Math.min(forth, back));
}

/** By seed; only seeds of methods with equally many are pairs. */
function seedGains(one: Added, other: Added): number[] {
  const paired = one.ofSeeds.length === other.ofSeeds.length;
  return one.ofSeeds.map((gain, s) => gain - (paired ? other.ofSeeds[s] : 0));
}

/** The p-value of "one adds no more than the other", by the formula of every interval. */
function aboveZero(
  { centre, rowVariance, effectiveUnits }: RowSpread,
  ofSeeds: readonly number[],
): number {
  if (effectiveUnits < FEWEST_UNITS) return 1;
  const standardError = Math.sqrt(rowVariance + varianceOfMean(ofSeeds));
  return studentAbove(centre / standardError, effectiveUnits - 1);
}
