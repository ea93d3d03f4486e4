/**
 * Is it worth handing cases over at all? One of three answers from out-of-fold scores: defer (and
 * at which rates), not worth it, or can't tell yet (and how many rows would show a gain). Measured
 * against the better of the model alone and random hand-over. "Defer" must be certain over all rates
 * at once (certain-gain.ts, and permuted-gains.ts for the luck of the fits); controls show whether
 * something simpler does as well.
 */
import { type RankedScores, rankScores, type Scores } from '../curve/ranked-scores.js';
import { insist } from '../error.js';
import { shuffle } from '../random/permutation.js';
import { stream } from '../random/stream.js';
import { band, quantile } from './band.js';
import { type BootstrapMethod, bootstrapCurves } from './bootstrap.js';
import {
  type AgainstControl,
  CONTROLS,
  gainsAtRates,
  type HandedAtRates,
  handedAtRates,
  handicap,
  oneSidedCritical,
  withDegrees,
} from './certain-gain.js';
import type { Gain } from './gain.js';
import { type GainInterval, type GainRows, gainInterval, weightedMean } from './gain-interval.js';
import { pairedInterval } from './paired-interval.js';
import { gainSpread, likelySpread, rowsToShow } from './rows-needed.js';
import type { Control, Verdict } from './verdict-result.js';
import { verdictSentence } from './verdict-sentence.js';
import { type IntervalAt, simultaneousBand } from './widened-band.js';

/** The rows that a verdict is about. */
export interface VerdictRows extends Omit<GainRows, 'range'> {
  /** Out-of-fold, low = defer; comparable across rows (see ranksWithinFolds). */
  readonly scores: Scores;
  /** The model's own confidence, for the control `conf`. */
  readonly confidenceScores?: Scores;
  /** The model's predicted class, for the control that shuffles scores within each class. */
  readonly predicted?: ArrayLike<number>;
}

/** What is asked of the rows. */
export interface VerdictAsk {
  readonly rates?: readonly number[];
  /** The smallest gain that matters, as a fraction of all rows. */
  readonly worth?: number;
  readonly confidence?: number;
  readonly resamples?: number;
  readonly seed?: number;
  /**
   * What the same fits find where who is right was dealt out again (permuted-gains.ts). They take
   * long, and only a "defer" can be taken back, so they are asked for only there.
   */
  readonly permuted?: () => ArrayLike<number>;
  /** For the sentence: the method behind the scores, and the expert where there are several. */
  readonly method?: string;
  readonly expert?: string;
}

/** What was asked, with what is taken where nothing is said. */
type Settled<Key extends keyof VerdictAsk> = VerdictAsk & Required<Pick<VerdictAsk, Key>>;

/** The rates a verdict looks at where none are given. */
export const VERDICT_RATES: readonly number[] = [
  0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9,
];
const SHUFFLES = 5;
/** The gain that the number of rows is named for, in units of the smallest that matters. */
export const SHOWN_GAIN = 1.5;

/** Whether handing over by these scores pays, with the interval behind the answer. */
export function verdict(input: VerdictRows, ask: VerdictAsk = {}): Verdict {
  const { modelValue, expertValue, weight } = input;
  const { rates = VERDICT_RATES, worth = 0.005, confidence = 0.95, seed = 0 } = ask;
  const rows = modelValue.length;
  insist(worth > 0, () => `verdict: found worth = ${worth}, expected a gain above 0.`);
  const scores = rankScores(input.scores);
  const simpler = controlMethods(input, scores, seed);
  const handed = handedAtRates(scores, rates, weight);
  const judged = judgedGains(input, handed, { ...ask, worth, confidence, seed });
  const { gains: found, criticals, deferRates } = judged;
  const best = found.reduce((a, b) => (b.estimate > a.estimate ? b : a));
  const kind =
    deferRates.length > 0
      ? 'defer'
      : found.every(({ upper }) => upper < worth)
        ? 'not-worth-it'
        : 'cannot-tell';
  const controls =
    simpler.length > 0
      ? controlsBeside(input, scores, simpler, { ...ask, rates, confidence, seed })
      : [];
  const modelAccuracy = weightedMean(modelValue, weight);
  const expertAccuracy = weightedMean(expertValue, weight);
  const result: Omit<Verdict, 'sentence'> = {
    kind,
    ...(ask.method !== undefined && { method: ask.method }),
    ...(ask.expert !== undefined && { expert: ask.expert }),
    rows,
    worth,
    confidence,
    gains: found,
    deferRates,
    bestRate: best.rate,
    critical: Math.max(...Object.values(criticals)),
    modelAccuracy,
    expertAccuracy,
    bestConstant: expertAccuracy > modelAccuracy ? 'expert' : 'model',
    expertOverModel: alwaysAsking(input, confidence),
    controls,
    headroom: oracleAccuracy(input) - Math.max(modelAccuracy, expertAccuracy),
    rowsNeeded:
      kind === 'cannot-tell' ? moreRows({ ...input, scores }, best, found, worth, judged) : 0,
  };
  return { ...result, sentence: verdictSentence(result) };
}

/** The paired interval of handing every case over, by the formula of every gain. */
function alwaysAsking(rows: VerdictRows, confidence: number): Verdict['expertOverModel'] {
  const all = new Float64Array(rows.modelValue.length).fill(1);
  const { estimate, standardError, lower, upper } = gainInterval(rows, [all], 'model', confidence);
  return { estimate, standardError, lower, upper };
}

function controlMethods(
  { confidenceScores, predicted }: VerdictRows,
  { scores }: RankedScores,
  seed: number,
): BootstrapMethod[] {
  const methods: BootstrapMethod[] = [];
  if (confidenceScores) methods.push({ name: 'conf', scores: [rankScores(confidenceScores)] });
  if (predicted)
    methods.push({
      name: 'shuffle',
      scores: shuffled(scores, predicted, seed).map((each) => rankScores(each)),
    });
  return methods;
}

/**
 * How much better the scores do than each simpler rule, at every rate. Read at whatever rate the
 * gains point to, so the intervals hold at all rates at once; none is narrower than the formula of
 * every gain.
 */
function controlsBeside(
  input: VerdictRows,
  scores: RankedScores,
  simpler: readonly BootstrapMethod[],
  { rates, confidence, seed, resamples }: Settled<'rates' | 'confidence' | 'seed'>,
): Control[] {
  const { modelValue, expertValue, weight, clusters } = input;
  const replicates = bootstrapCurves(
    {
      ...{ modelValue, expertValue, rates, weight, clusters },
      methods: [{ name: 'score', scores: [scores] }, ...simpler],
    },
    { resamples: resamples ?? (modelValue.length <= 20_000 ? 1000 : 300), seed },
  );
  return simpler.map((control): Control => {
    const at: IntervalAt = (k, sure) => {
      const [own, other] = [[scores], control.scores].map((of) => ({ scores: of, rate: rates[k] }));
      return pairedInterval(input, own, other, sure);
    };
    const found = band(replicates, 'score', control.name, confidence);
    const { estimate, lower, upper } = simultaneousBand(found, at);
    return { name: control.name as Control['name'], estimate, lower, upper };
  });
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

function oracleAccuracy({ modelValue, expertValue, weight }: VerdictRows): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < modelValue.length; i++) {
    const w = weight ? weight[i] : 1;
    sum += w * Math.max(modelValue[i], expertValue[i]);
    total += w;
  }
  return sum / total;
}

/**
 * More rows that would show a gain of 1.5 × worth, at whichever rate it may be: the most that any rate
 * asks for at which these rows make such a gain likely enough (within a standard error). Null where
 * these should have shown it already.
 */
function moreRows(
  input: VerdictRows,
  best: Gain,
  gains: readonly Gain[],
  worth: number,
  { criticals, sides }: Pick<Judged, 'criticals' | 'sides'>,
): number | null {
  const rows = input.modelValue.length;
  const shown = SHOWN_GAIN * worth;
  const likely = gains.filter(
    ({ rate }, k) =>
      rate === best.rate ||
      sides.every((side) => side[k].estimate + side[k].standardError >= shown),
  );
  const needed = likely.flatMap(({ rate }) =>
    CONTROLS.map((against) =>
      rowsToShow(
        likelySpread(gainSpread(input, rate, against), rows),
        shown,
        criticals[against] + handicap(rate),
      ),
    ),
  );
  const more = Math.max(...needed) - rows;
  return more > 0 ? more : null;
}

interface Judged {
  readonly gains: Gain[];
  readonly criticals: Readonly<Record<AgainstControl, number>>;
  /** Against each control, by rate. */
  readonly sides: readonly (readonly GainInterval[])[];
  /** Where the gain is certain, and large enough to matter. */
  readonly deferRates: number[];
}

/** Where "defer" is at hand, the luck of the fits is held against it. */
function judgedGains(
  input: VerdictRows,
  handed: HandedAtRates,
  { permuted, worth, confidence, seed }: Settled<'worth' | 'confidence' | 'seed'>,
): Judged {
  const sides = CONTROLS.map((against) => gainsAtRates(input, handed, against, confidence));
  const [model, random] = CONTROLS.map((against, side) =>
    withDegrees(
      oneSidedCritical(input, handed, against, confidence, seed),
      sides[side][0].effectiveUnits,
    ),
  );
  const judge = (criticals: Judged['criticals']): Judged => {
    const gains = gainsOver(sides, handed.rates, criticals);
    const deferRates = gains
      .filter(({ lower, estimate }) => lower > 0 && estimate >= worth)
      .map(({ rate }) => rate);
    return { gains, criticals, sides, deferRates };
  };
  const plain = judge({ model, random });
  if (plain.deferRates.length === 0 || !permuted) return plain;
  const fits = quantile(Float64Array.from(permuted()), confidence);
  return fits > random ? judge({ model, random: fits }) : plain;
}

/**
 * The gain over the better control at each rate. `lower` holds at all rates at once and on one side:
 * above 0 means that both controls are beaten. `upper` is pointwise: one of the two that is below
 * `worth` is enough to say that this rate is not worth it.
 */
function gainsOver(
  sides: readonly (readonly GainInterval[])[],
  rates: readonly number[],
  criticals: Judged['criticals'],
): Gain[] {
  const low = (
    against: AgainstControl,
    rate: number,
    { centre, standardError, canTell }: GainInterval,
  ) => (canTell ? centre - (criticals[against] + handicap(rate)) * standardError : -1);
  return rates.map((rate, k): Gain => {
    const [model, random] = sides.map((side) => side[k]);
    return {
      rate,
      estimate: Math.min(model.estimate, random.estimate),
      lower: Math.max(-1, Math.min(low('model', rate, model), low('random', rate, random))),
      upper: Math.min(model.upper, random.upper),
      against: model.estimate <= random.estimate ? 'model' : 'random',
    };
  });
}
