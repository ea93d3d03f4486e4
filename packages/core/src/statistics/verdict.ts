/**
 * Is it worth handing cases over at all? One of three answers from out-of-fold scores: defer (and
 * at which rates), not worth it, or can't tell yet (and how many rows it would take). Measured
 * against the better of the model alone and random hand-over, with intervals that hold at all
 * rates at once; controls show whether something simpler does as well.
 */
import { type RankedScores, rankScores, type Scores } from '../curve/ranked-scores.js';
import { insist } from '../error.js';
import { shuffle } from '../random/permutation.js';
import { stream } from '../random/stream.js';
import { band } from './band.js';
import { type BootstrapMethod, bootstrapCurves, numberClusters } from './bootstrap.js';
import { type Gain, gains } from './gain.js';
import { gainInterval } from './gain-interval.js';
import { gainSpread, rowsToSettle } from './rows-needed.js';
import type { Control, Verdict } from './verdict-result.js';
import { verdictSentence } from './verdict-sentence.js';
import { simultaneousBand } from './widened-band.js';

export interface VerdictInput {
  /** Out-of-fold, low = defer; comparable across rows (see ranksWithinFolds). */
  readonly scores: Scores;
  /** In [0, 1]. */
  readonly modelValue: ArrayLike<number>;
  readonly expertValue: ArrayLike<number>;
  readonly weight?: ArrayLike<number>;
  readonly clusters?: ArrayLike<number>;
  /** The model's own confidence, for the control `conf`. */
  readonly confidenceScores?: Scores;
  /** The model's predicted class, for the control that shuffles scores within each class. */
  readonly predicted?: ArrayLike<number>;
  readonly rates?: readonly number[];
  /** The smallest gain that matters, as a fraction of all rows. */
  readonly worth?: number;
  readonly confidence?: number;
  readonly resamples?: number;
  readonly seed?: number;
  /** For the sentence: the method behind the scores, and the expert where there are several. */
  readonly method?: string;
  readonly expert?: string;
}

/** The rates a verdict looks at where none are given. */
export const VERDICT_RATES: readonly number[] = [
  0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9,
];
/** Where the estimate all but equals `worth`, "a hundred times as many rows" is no advice. */
const MOST_ROWS_FACTOR = 100;
const SHUFFLES = 5;

/** Whether handing over by these scores pays, with the interval behind the answer. */
export function verdict(input: VerdictInput): Verdict {
  const { modelValue, expertValue, weight, clusters } = input;
  const { rates = VERDICT_RATES, worth = 0.005, confidence = 0.95, seed = 0 } = input;
  const rows = modelValue.length;
  insist(worth > 0, () => `verdict: found worth = ${worth}, expected a gain above 0.`);
  const scores = rankScores(input.scores);
  const simpler = controlMethods(input, scores, seed);
  const replicates = bootstrapCurves({
    modelValue: modelValue,
    expertValue: expertValue,
    methods: [{ name: 'score', scores: [scores] }, ...simpler],
    rates,
    weight,
    clusters,
    resamples: input.resamples ?? (rows <= 20_000 ? 1000 : 300),
    seed,
  });
  const units = clusters ? numberClusters(clusters).count : rows;
  const { gains: found, critical } = gains(replicates, 'score', units, confidence);
  const best = found.reduce((a, b) => (b.estimate > a.estimate ? b : a));
  const deferRates = found
    .filter(({ lower, estimate }) => lower > 0 && estimate >= worth)
    .map(({ rate }) => rate);
  const kind =
    deferRates.length > 0
      ? 'defer'
      : found.every(({ upper }) => upper < worth)
        ? 'not-worth-it'
        : 'cannot-tell';
  const controls = simpler.map(({ name }): Control => {
    // Read at whatever rate the gains point to, so they must hold at all rates at once, too.
    const { estimate, lower, upper } = simultaneousBand(
      band(replicates, 'score', name, confidence),
    );
    return { name: name as Control['name'], estimate, lower, upper };
  });
  const modelAccuracy = replicates.estimate.get('model')![0];
  const expertAccuracy = replicates.estimate.get('expert')![0];
  const result: Omit<Verdict, 'sentence'> = {
    kind,
    ...(input.method !== undefined && { method: input.method }),
    ...(input.expert !== undefined && { expert: input.expert }),
    rows,
    worth,
    confidence,
    gains: found,
    deferRates,
    bestRate: best.rate,
    critical,
    modelAccuracy,
    expertAccuracy,
    bestConstant: expertAccuracy > modelAccuracy ? 'expert' : 'model',
    expertOverModel: alwaysAsking(input, confidence),
    controls,
    headroom: oracleAccuracy(input) - Math.max(modelAccuracy, expertAccuracy),
    rowsNeeded:
      kind === 'cannot-tell' ? moreRows({ ...input, scores }, found, best, worth, critical) : 0,
  };
  return { ...result, sentence: verdictSentence(result) };
}

/** The paired interval of handing every case over, by the formula of every gain. */
function alwaysAsking(
  { modelValue, expertValue, weight, clusters }: VerdictInput,
  confidence: number,
): Verdict['expertOverModel'] {
  const all = new Float64Array(modelValue.length).fill(1);
  const rows = { modelValue, expertValue, weight, clusters };
  const { estimate, standardError, lower, upper } = gainInterval(rows, [all], 'model', confidence);
  return { estimate, standardError, lower, upper };
}

function controlMethods(
  { confidenceScores, predicted }: VerdictInput,
  { scores }: RankedScores,
  seed: number,
): BootstrapMethod[] {
  const methods: BootstrapMethod[] = [];
  if (confidenceScores) methods.push({ name: 'conf', scores: [confidenceScores] });
  if (predicted) methods.push({ name: 'shuffle', scores: shuffled(scores, predicted, seed) });
  return methods;
}

/** Scores dealt out again among rows of the same predicted class: keeps what the class alone says. */
function shuffled(
  scores: ArrayLike<number>,
  predicted: ArrayLike<number>,
  seed: number,
): Float64Array[] {
  const rowsOf = new Map<number, number[]>();
  for (let i = 0; i < scores.length; i++) {
    const rows = rowsOf.get(predicted[i]);
    if (rows) rows.push(i);
    else rowsOf.set(predicted[i], [i]);
  }
  return Array.from({ length: SHUFFLES }, (_, turn) => {
    const random = stream(seed, `shuffle within class ${turn}`);
    const dealt = new Float64Array(scores.length);
    for (const rows of rowsOf.values()) {
      const order = Uint32Array.from(rows);
      shuffle(order, random);
      rows.forEach((row, k) => {
        dealt[row] = scores[order[k]];
      });
    }
    return dealt;
  });
}

function oracleAccuracy({ modelValue, expertValue, weight }: VerdictInput): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < modelValue.length; i++) {
    const w = weight ? weight[i] : 1;
    sum += w * Math.max(modelValue[i], expertValue[i]);
    total += w;
  }
  return sum / total;
}

function moreRows(
  input: VerdictInput,
  found: readonly Gain[],
  best: Gain,
  worth: number,
  critical: number,
): number | null {
  const rows = input.modelValue.length;
  const needed = rowsToSettle(gainSpread(input, best.rate, best.against), worth, critical);
  if (needed > rows) return needed - rows;
  // There are enough rows to tell `worth` from nothing, yet the estimate is close to `worth`: the
  // interval must shrink below the distance that is left, at the rates that are still open.
  const factor = Math.max(
    ...found
      .filter(({ upper }) => upper >= worth)
      .map(({ upper, estimate }) => (upper - estimate) / Math.abs(worth - estimate)),
  );
  const more = Math.ceil(rows * (factor * factor - 1));
  return more <= MOST_ROWS_FACTOR * rows ? Math.max(more, 1) : null;
}
