import {
  band,
  bootstrapCurves,
  holm,
  lowerProportion,
  meanAbove,
  signTest,
  upperProportion,
} from '@cede/core';

/** What happens in each group of a table; values are fractions (or minus losses). */
export interface GroupReport {
  readonly column: string;
  readonly confidence: number;
  readonly groups: readonly GroupOutcome[];
  /** Largest minus smallest over the groups. */
  readonly gaps: { readonly rate: number; readonly model: number; readonly value: number };
}

/** What a policy does to one group. */
export interface GroupOutcome {
  readonly name: string;
  readonly rows: number;
  readonly rate: number;
  readonly rateInterval: Ends | null;
  readonly model: number;
  readonly value: number;
  readonly valueInterval: Ends;
  readonly gain: number;
  readonly gainInterval: Ends;
  /** Of "handing over does no harm here", Holm-corrected over the groups. */
  readonly harmPValue: number;
  readonly harmed: boolean;
}

interface Ends {
  readonly lower: number;
  readonly upper: number;
}

/** Rows, decisions and values, by group. */
export interface GroupInput {
  readonly column: string;
  readonly names: readonly string[];
  readonly index: ArrayLike<number>;
  /** How much of each row is handed over: 0 or 1, in between over seeds. */
  readonly share: ArrayLike<number>;
  readonly model: ArrayLike<number>;
  readonly expert: ArrayLike<number>;
  readonly weight?: ArrayLike<number>;
  readonly clusters?: ArrayLike<number>;
  readonly confidence: number;
  readonly seed: number;
}

const RESAMPLES = 400;

/** What a policy does to each group, with intervals. */
export function groupReport(input: GroupInput): GroupReport {
  const present = input.names
    .map((name, g) => ({
      name,
      rows: Array.from(input.share, (_, row) => row).filter((row) => input.index[row] === g),
    }))
    .filter(({ rows }) => rows.length > 0);
  const found = present.map(({ name, rows }) => outcome(input, name, rows));
  const adjusted = holm(found.map(({ harmPValue }) => harmPValue));
  const groups = found.map((group, g) => ({
    ...group,
    harmPValue: adjusted[g],
    harmed: adjusted[g] <= 1 - input.confidence,
  }));
  const gap = (value: (group: GroupOutcome) => number) =>
    Math.max(...groups.map(value)) - Math.min(...groups.map(value));
  return {
    column: input.column,
    confidence: input.confidence,
    groups,
    gaps: {
      rate: gap(({ rate }) => rate),
      model: gap(({ model }) => model),
      value: gap(({ value }) => value),
    },
  };
}

function outcome(
  input: GroupInput,
  name: string,
  rows: readonly number[],
): Omit<GroupOutcome, 'harmed'> {
  const pick = (column: ArrayLike<number>) => Float64Array.from(rows, (row) => column[row]);
  const [share, model, expert] = [pick(input.share), pick(input.model), pick(input.expert)];
  const weight = input.weight && pick(input.weight);
  const clusters = input.clusters && pick(input.clusters);
  const gains = share.map((part, i) => part * (expert[i] - model[i]));
  const replicates = bootstrapCurves({
    modelValue: model,
    expertValue: model.map((value, i) => value + gains[i]),
    methods: [],
    rates: [0],
    weight,
    clusters,
    seed: input.seed,
    resamples: RESAMPLES,
  });
  const value = band(replicates, 'expert', undefined, input.confidence);
  const gain = band(replicates, 'expert', 'model', input.confidence);
  const tail = (1 - input.confidence) / 2;
  const whole = !weight && !clusters && share.every((part) => part === 0 || part === 1);
  const deferred = share.reduce((sum, part) => sum + part, 0);
  const total = weight ? weight.reduce((sum, w) => sum + w, 0) : rows.length;
  return {
    name,
    rows: rows.length,
    rate: share.reduce((sum, part, i) => sum + part * (weight ? weight[i] : 1), 0) / total,
    rateInterval: whole
      ? {
          lower: lowerProportion(deferred, rows.length, tail),
          upper: upperProportion(deferred, rows.length, tail),
        }
      : null,
    model: replicates.estimate.get('model')![0],
    value: value.estimate[0],
    valueInterval: { lower: value.lower[0], upper: value.upper[0] },
    gain: gain.estimate[0],
    gainInterval: { lower: gain.lower[0], upper: gain.upper[0] },
    harmPValue: harmTest(gains, weight, clusters, input),
  };
}

/** Harms against rescues, exactly where rows are plainly right or wrong; by betting elsewhere. */
function harmTest(
  gains: Float64Array,
  weight: Float64Array | undefined,
  clusters: Float64Array | undefined,
  { confidence, seed }: GroupInput,
): number {
  if (!weight && !clusters && gains.every((gain) => gain === 0 || gain === 1 || gain === -1))
    return signTest(
      gains.filter((gain) => gain < 0).length,
      gains.filter((gain) => gain > 0).length,
    );
  const largest = gains.reduce((top, gain) => Math.max(top, Math.abs(gain)), 0);
  if (largest === 0) return 1;
  const values = gains.map((gain) => -gain / largest);
  return meanAbove({ values, low: -1, weight, clusters, seed }, 0, 1 - confidence);
}
