import {
  type AnswersMode,
  AUTO_MEMBERS,
  answersMode,
  defaultMethod,
  type FitOptions,
  fitPolicyOn,
  InputError,
  type Keys,
  methodNamed,
  POLICY_DEFAULTS,
  type Policy,
  type PolicyColumns,
  refuseUnknown,
  type StoredThreshold,
  settingAt,
  shapedName,
  splitTable,
  storeThreshold,
  type Table,
} from '@cede/core';
import { insistOnTruth } from '@cede/data';
import { within as placedIn } from '../ask/fit-options.js';
import { idleTraining } from '../ask/idle-training.js';
import { type TrainingAsk, trainingOf } from '../ask/training.js';
import { choose } from '../choose/choose.js';
import { budgetOf, calibrationCost } from '../costs/policy-cost.js';
import { type Combined, combinedOn } from '../experts/combined.js';
import { withPropensities } from '../experts/propensities.js';
import { answersNotes, issueNotes, type Note } from '../note.js';
import { type Run, within } from '../run/run.js';
import { type AnyTable, namedTable } from '../table/named-table.js';
import { SETTING_KEYS, type TuneSetting } from '../tune/contract.js';
import { constantScore, matrixUnused } from './notes.js';

/** What is fitted, and where its threshold goes. */
export interface FitAsk extends TrainingAsk {
  /** How to score; `auto`, the default, chooses by cross-validation. */
  readonly method?: string;
  /** Where the threshold goes (default: a rate of 0.2). */
  readonly setting?: Pick<TuneSetting, 'rate' | 'cost' | 'densityRatio' | 'budget'>;
  /** Share of the rows kept from training to set thresholds on (default 0.2). */
  readonly calibrationShare?: number;
  /** Random seed, epochs and the like; `members` networks are averaged (5 where auto chooses). */
  readonly training?: FitOptions;
  /** How whoever gives probabilities answers; by least cost where a cost matrix is given. */
  readonly answers?: AnswersMode;
  /** Whether the expert's answers are joined with the model's, where that gains for certain. */
  readonly combine?: boolean;
  /** What each wrong answer costs, where no matrix says: `auto` then chooses by cost. */
  readonly errorCost?: number;
  /** The frozen model's version, kept with the policy. */
  readonly modelVersion?: string;
  /** How the columns were named, kept with the policy (default: as the table was read). */
  readonly columns?: PolicyColumns;
}

const ASK: Keys<FitAsk> = {
  ...{ method: true, setting: true, calibrationShare: true, training: true, expert: true },
  ...{ modelVersion: true, columns: true, answers: true, errorCost: true },
  combine: true,
};

/** A policy, and what its calibration rows say of it. */
export interface Fitting {
  readonly policy: Policy;
  readonly table: string;
  readonly rows: { readonly fit: number; readonly calibration: number };
  /** Experts of the table that the policy never asks. */
  readonly unusedExperts: readonly string[];
  /** Whether the threshold was set on the fitting rows themselves. */
  readonly inSample: boolean;
  readonly threshold: StoredThreshold;
  readonly setting: { readonly rate: number; readonly value: number };
  /** What answers cost per case on the calibration rows, where they have a price. */
  readonly cost?: number;
  readonly budget?: number;
  readonly notes: readonly Note[];
}

/** Methods that choose among others. */
const AUTO_NAMES: readonly string[] = ['auto', 'drcpe-auto'];

/** Choosing is most of the work. */
const CHOOSING = 0.9;

/** Learns when to hand over, from a table of past predictions. */
export async function fit(given: AnyTable, ask: FitAsk, run: Run): Promise<Fitting> {
  refuseUnknownKeys(ask);
  const named = namedTable(given);
  const { name, hash } = named;
  const { method: asked } = ask;
  if (asked !== undefined && methodNamed(asked).asksNobody) insistOnTruth(named.table, name);
  const wanted = trainingOf('fit', named.table, ask);
  const { table, estimated } = withPropensities(named.table);
  const { calibrationShare: share = POLICY_DEFAULTS.calibrationShare, setting = {} } = ask;
  const { seed = 0 } = wanted;
  const parts =
    share > 0
      ? splitTable(table, { testShare: share, seed, purpose: 'calibration' })
      : { fit: table, test: table };
  const asksNobody = asked !== undefined && methodNamed(asked).asksNobody === true;
  const { training, combined } = answersOf(parts.fit, ask, wanted, asksNobody);
  // Chosen on the fitting rows alone: calibration rows have seen no choice. A density ratio is
  // something only some methods have, so that setting keeps to one of those.
  const isAuto = (asked ?? (setting.densityRatio === undefined ? 'auto' : '')) === 'auto';
  if (ask.errorCost !== undefined && !isAuto && !AUTO_NAMES.includes(asked ?? ''))
    throw new InputError(
      `fit: what a wrong answer costs steers the choice of auto, and ${asked === undefined ? 'a density ratio leaves nothing to choose' : `method ${asked} was chosen`}. It would be ignored.`,
      'error-cost-idle',
    );
  const method = isAuto ? 'auto' : (asked ?? defaultMethod(table, training.expert));
  const choice = isAuto
    ? await choose(
        { table: parts.fit, hash },
        choosingOptions(training, setting.rate),
        within(run, 0, CHOOSING),
      )
    : undefined;
  const policy = fitPolicyOn(parts.fit, parts.test, share === 0, table.rows, {
    ...training,
    ...onlyGiven({
      ...{ rate: setting.rate, cost: setting.cost, budget: setting.budget },
      ratio: setting.densityRatio,
      method: choice?.method ?? shapedName(method, training.scorer),
      choice,
      members: training.members ?? (choice && AUTO_MEMBERS),
      modelVersion: ask.modelVersion,
      columns: merged(named.columns, ask.columns),
    }),
    calibrationShare: share,
    hash,
    onProgress: ({ done }) =>
      run.onProgress?.({ step: 'fits', done: choice ? CHOOSING + (1 - CHOOSING) * done : done }),
  });
  return {
    ...fittingOf(policy),
    table: name,
    rows: { fit: parts.fit.rows, calibration: share === 0 ? 0 : parts.test.rows },
    unusedExperts: table.experts
      .map(({ name }) => name)
      .filter((name) => !policy.experts.includes(name)),
    inSample: share === 0,
    notes: [
      ...issueNotes(named.issues),
      ...estimated.map(
        (found) => ({ code: 'propensity-estimated', table: name, ...found }) as const,
      ),
      ...matrixUnused(named.table, asked),
      ...idleTraining([method], wanted).map((idle) => ({ code: 'option-idle', ...idle }) as const),
      ...answersNotes(policy),
      ...(combined ? [{ code: 'combined', ...combined } as const] : []),
      ...constantScore(policy),
    ],
  };
}

function refuseUnknownKeys(ask: FitAsk): void {
  const elsewhere = { ...placedIn('training'), ...placedIn('setting', SETTING_KEYS) };
  refuseUnknown('fit', ask, Object.keys(ASK), elsewhere);
  refuseUnknown('fit, setting', ask.setting ?? {}, Object.keys(SETTING_KEYS));
}

/** Where the rate is known, the choice is made near it. */
const choosingOptions = (training: FitOptions, rate: number | undefined): TrainingAsk => ({
  training: { ...training, ...(rate !== undefined && { near: rate }) },
});

/** How answers count: as asked, else by least cost where a matrix is given; joined where that gains. */
function answersOf(
  table: Table,
  { answers, errorCost, combine }: FitAsk,
  training: FitOptions,
  asksNobody: boolean,
): { readonly training: FitOptions; readonly combined?: Combined } {
  const mode = answersMode(table, answers);
  if (combine && asksNobody)
    throw new InputError(
      'combine: a policy that turns cases away asks nobody, so there are no answers to join.',
      'combine-unsuited',
    );
  const combined = combine ? combinedOn(table, training.expert ?? 0, mode) : undefined;
  return {
    training: {
      ...training,
      ...(mode !== 'argmax' && { answers: mode }),
      ...(errorCost !== undefined && { errorCost }),
      ...(combined?.kept && { combine: true }),
    },
    ...(combined && { combined }),
  };
}

/** Only what was given, so that defaults stay in one place. */
/** What was named beside what the reader noticed; undefined where there is neither. */
const merged = (noticed?: PolicyColumns, named?: PolicyColumns): PolicyColumns | undefined =>
  noticed && named ? { ...noticed, ...named } : (named ?? noticed);

const onlyGiven = <T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;

function fittingOf(
  policy: Policy,
): Pick<Fitting, 'policy' | 'threshold' | 'setting' | 'cost' | 'budget'> {
  const [threshold] = policy.threshold.values;
  const { rate, value } = settingAt(policy.calibration, threshold);
  const [cost, budget] = [calibrationCost(policy), budgetOf(policy)];
  return {
    policy,
    threshold: storeThreshold(threshold),
    setting: { rate, value },
    ...(cost !== undefined && { cost }),
    ...(budget !== undefined && { budget }),
  };
}
