/**
 * Which methods a table may print in bold or red, by paired differences over rows: both methods
 * saw the same cases, so what they share cancels, and seeds alone say nothing about new cases.
 * Bold: the best, if it beats every method of another family (Holm over all pairs of methods). Red: worse
 * than the best, and not shown to be better than handing over at random. Where a table's methods
 * are one family, give each its own name as its family.
 */
import { rankScores, type Scores } from '../curve/ranked-scores.js';
import { insist } from '../error.js';
import { deferFlags, weightAtRate } from './deferred-rows.js';
import {
  FEWEST_UNITS,
  type GainRows,
  likeRows,
  type RowSpread,
  rowSpread,
  varianceOfMean,
  weightedMean,
} from './gain-interval.js';
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
  const z = differences(rows);
  const scratch = new Float64Array(z.length);
  const bytes = new Uint8Array(z.length);
  const added = methods.map(({ scores }) => addedBy(rows, z, scores, rate, bytes));
  const means = added.map(({ values }) => weightedMean(values, rows.weight));
  const best = means.reduce((top, mean, m) => (mean > means[top] ? m : top), 0);
  const rivals = methods.flatMap((_, m) => (m === best ? [] : [m]));
  // The best was picked by looking, so every pair counts as a test and every test has two sides.
  const pairs = methods.flatMap((_, m) => methods.flatMap((_, k) => (k < m ? [[k, m]] : [])));
  const adjusted = holm(pairs.map(([k, m]) => twoSided(rows, added[k], added[m], scratch)));
  const behind = new Map(
    pairs.flatMap((pair, k) =>
      pair.includes(best) ? [[pair[0] === best ? pair[1] : pair[0], adjusted[k]] as const] : [],
    ),
  );
  const line: Added = { values: z.map((value) => rate * value), ofSeeds: [] };
  const random = holm(
    added.map((own) => aboveZero(spreadOf(rows, own, line, scratch), seedGains(own, line))),
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

interface Added {
  /** By row, in [−1, 1]; averaged over seeds. */
  readonly values: Float64Array;
  readonly ofSeeds: readonly number[];
}

/** In plain loops, and one list for all seeds: with a million rows this is what a table waits for. */
function addedBy(
  { weight }: GainRows,
  z: Float64Array,
  scores: MarkedMethod['scores'],
  rate: number,
  bytes: Uint8Array,
): Added {
  const n = z.length;
  const values = new Float64Array(n);
  let wanted: number | undefined;
  const ofSeeds = scores.map((vector) => {
    const ranked = rankScores(vector);
    // Without weights every order adds up to the same.
    if (weight || wanted === undefined) wanted = weightAtRate(ranked, rate, weight);
    const { flags, part } = deferFlags(bytes, ranked, wanted, weight);
    const shares = Float64Array.of(0, 1, part);
    let sum = 0;
    let total = 0;
    for (let i = 0; i < n; i++) {
      const own = shares[flags[i]] * z[i];
      const w = weight ? weight[i] : 1;
      values[i] += own / scores.length;
      sum += w * own;
      total += w;
    }
    return sum / total;
  });
  return { values, ofSeeds };
}

const differences = ({ modelValue, expertValue, range = 1 }: GainRows) => {
  const z = new Float64Array(modelValue.length);
  for (let i = 0; i < z.length; i++) z[i] = (expertValue[i] - modelValue[i]) / range;
  return z;
};

/** The p-value of "both add as much"; the other way round the rows differ in nothing but the sign. */
function twoSided(rows: GainRows, one: Added, other: Added, scratch: Float64Array): number {
  const spread = spreadOf(rows, one, other, scratch);
  const forth = aboveZero(spread, seedGains(one, other));
  const back = aboveZero({ ...spread, centre: -spread.centre }, seedGains(other, one));
  return Math.min(1, 2 * Math.min(forth, back));
}

/** What the rows say of the difference of two methods. */
function spreadOf(rows: GainRows, one: Added, other: Added, scratch: Float64Array): RowSpread {
  for (let i = 0; i < scratch.length; i++) scratch[i] = one.values[i] - other.values[i];
  const { weight, clusters, pretended } = rows;
  const alike = likeRows(rows, scratch);
  return rowSpread({ values: scratch, weight, clusters, pretended, likeRows: alike });
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
