/**
 * Which methods a table may print in bold or red, by paired differences over rows: both methods
 * saw the same cases, so what they share cancels, and seeds alone say nothing about new cases.
 * Bold: the best, if it beats every method of another family (Holm over all pairs of methods). Red: worse
 * than the best, and not shown to be better than handing over at random. Where a table's methods
 * are one family, give each its own name as its family.
 */
import type { Scores } from '../curve/ranked-scores.js';
import { insist } from '../error.js';
import { deferredAtRate } from './deferred-rows.js';
import { type GainRows, meanInterval, weightedMean } from './gain-interval.js';
import { holm } from './holm.js';
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
  const added = methods.map(({ scores }) => addedBy(rows, scores, rate));
  const means = added.map(({ values }) => weightedMean(values, rows.weight));
  const best = means.reduce((top, mean, m) => (mean > means[top] ? m : top), 0);
  const rivals = methods.flatMap((_, m) => (m === best ? [] : [m]));
  // The best was picked by looking, so every pair counts as a test and every test has two sides.
  const pairs = methods.flatMap((_, m) => methods.flatMap((_, k) => (k < m ? [[k, m]] : [])));
  const adjusted = holm(pairs.map(([k, m]) => twoSided(rows, added[k], added[m])));
  const behind = new Map(
    pairs.flatMap((pair, k) =>
      pair.includes(best) ? [[pair[0] === best ? pair[1] : pair[0], adjusted[k]] as const] : [],
    ),
  );
  const z = differences(rows);
  const line = { values: z.map((value) => rate * value), ofSeeds: [] };
  const random = holm(added.map((own) => aboveZero(rows, own, line)));
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

interface Added {
  /** By row, in [−1, 1]; averaged over seeds. */
  readonly values: Float64Array;
  readonly ofSeeds: readonly number[];
}

function addedBy(rows: GainRows, scores: MarkedMethod['scores'], rate: number): Added {
  const z = differences(rows);
  const values = new Float64Array(z.length);
  const ofSeeds = scores.map((vector) => {
    const shares = deferredAtRate(vector, rate, rows.weight);
    const own = shares.map((share, i) => share * z[i]);
    own.forEach((value, i) => {
      values[i] += value / scores.length;
    });
    return weightedMean(own, rows.weight);
  });
  return { values, ofSeeds };
}

const differences = ({ modelValue, expertValue, range = 1 }: GainRows) =>
  Float64Array.from(modelValue, (value, i) => (expertValue[i] - value) / range);

const twoSided = (rows: GainRows, one: Added, other: Added) =>
  Math.min(1, 2 * Math.min(aboveZero(rows, one, other), aboveZero(rows, other, one)));

/** The p-value of "one adds no more than the other", by the formula of every interval. */
function aboveZero({ weight, clusters }: GainRows, one: Added, other: Added): number {
  const values = one.values.map((value, i) => value - other.values[i]);
  const paired = one.ofSeeds.length === other.ofSeeds.length;
  const ofSeeds = one.ofSeeds.map((gain, s) => gain - (paired ? other.ofSeeds[s] : 0));
  const found = meanInterval({ values, weight, clusters, ofSeeds }, 0.95);
  if (!found.canTell) return 1;
  return studentAbove(found.centre / found.standardError, found.effectiveUnits - 1);
}
