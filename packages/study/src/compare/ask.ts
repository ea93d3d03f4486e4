import {
  type AnswersMode,
  answersMode,
  expertIndex,
  type FitOptions,
  InputError,
  type Keys,
  refuseUnknown,
  type Table,
} from '@cede/core';
import { within } from '../ask/fit-options.js';
import { type FormerTrainingAsk, trainingOf } from '../ask/training.js';
import type { BandKind } from '../curves/bands.js';
import { type Combined, combinedOn } from '../experts/combined.js';
import { type AskedPlan, PAPER_RATES, planMethods } from '../plan/plan.js';
import type { Sides } from '../scores/score-methods.js';
import type { HashedTable } from '../table/hashed-table.js';
import { budgetFor } from './budget-rate.js';

/** What `compare` may be asked; everything has a default. */
export interface CompareAsk extends FormerTrainingAsk {
  /** Names; the baselines, drcpe and the bounds unless told. */
  readonly methods?: readonly string[];
  /** The method the headline is about; `auto` unless told. */
  readonly method?: string;
  /** The rate the headline is about; the verdict on the fitting table sets it unless told. */
  readonly rate?: number;
  /** The columns of the table. */
  readonly rates?: readonly number[];
  /** How many random seeds, counted from the training's own. */
  readonly seeds?: number;
  readonly calibrationShare?: number;
  readonly measures?: MeasureAsk;
}

/** What is asked of the scores alone, whatever was fitted. */
export interface MeasureAsk {
  readonly bands?: BandKind;
  /** What a wrong answer costs, and the mean cost per case that may be spent. */
  readonly errorCost?: number;
  readonly budget?: number;
  /** How whoever gives probabilities answers; by least cost where a cost matrix is given. */
  readonly answers?: AnswersMode;
  /** Whether the expert's answers are joined with the model's, where that gains for certain. */
  readonly combine?: boolean;
  /** A rate at which the headline's method is wanted too: several experts stand side by side at one. */
  readonly sideBySideAt?: number;
  /** What the group column is called. */
  readonly groupColumn?: string;
}

const ASK: Keys<CompareAsk> = {
  ...{ methods: true, method: true, expert: true, rate: true, rates: true, seeds: true },
  ...{ training: true, options: true, calibrationShare: true, measures: true },
};
const MEASURES: Keys<MeasureAsk> = {
  ...{ bands: true, errorCost: true, answers: true, budget: true, groupColumn: true },
  ...{ sideBySideAt: true, combine: true },
};

/** A key that nothing reads would change nothing without a word. */
export function refuseUnknownKeys(ask: CompareAsk): void {
  const elsewhere = { ...within('training'), ...within('measures', MEASURES) };
  refuseUnknown('compare', ask, Object.keys(ASK), elsewhere);
  refuseUnknown('compare, measures', ask.measures ?? {}, Object.keys(MEASURES));
}

/** How many seeds a comparison trains where nothing is said. */
export const DEFAULT_SEEDS = 11;
/** The share of fitting rows that a deployed policy keeps aside for its threshold. */
export const CALIBRATION_SHARE = 0.2;

/** A side of a comparison: a table, its hash, and the name that documents call it by. */
export interface ComparedSide extends HashedTable {
  readonly name: string;
}

/** What was asked as a plan, before the fitting table has a say in the rate. */
export function askedPlan({ fit, test }: Sides<ComparedSide>, ask: CompareAsk): AskedPlan {
  const expert = expertIndex(fit.table, ask.expert);
  const { options, combined } = answeringOptions(fit.table, expert, ask);
  if (test.table.classes.length !== fit.table.classes.length)
    throw new InputError(
      `compare: ${fit.name} has ${fit.table.classes.length} classes, ${test.name} has ${test.table.classes.length}.`,
      'classes-differ',
    );
  const { seed = 0 } = options;
  return {
    ...planMethods(fit.table, expert, ask.methods, ask.method, options.scorer),
    expert,
    seeds: Array.from({ length: ask.seeds ?? DEFAULT_SEEDS }, (_, k) => seed + k),
    rates: ask.rates ?? PAPER_RATES,
    rate: ask.rate,
    answersPriced: onlyAnswersPriced(fit.table, expert, ask.measures?.errorCost),
    budget: budgetFor({ rate: ask.rate, budget: ask.measures?.budget }, fit.table, expert),
    options,
    ...(combined && { combined }),
    calibrationShare: ask.calibrationShare ?? CALIBRATION_SHARE,
  };
}

/** Then the question is how little of the expert does as well as all of it. */
const onlyAnswersPriced = (table: Table, expert: number, errorCost: number | undefined): boolean =>
  table.experts[expert].cost !== undefined &&
  table.costMatrix === undefined &&
  errorCost === undefined;

/** What fits must know of answers and prices; whether joined answers are kept is settled here. */
function answeringOptions(
  table: Table,
  expert: number,
  ask: CompareAsk,
): { readonly options: FitOptions; readonly combined?: Combined } {
  const options = trainingOf('compare', table, { ...ask, expert: undefined });
  const { measures = {} } = ask;
  const answers = answersMode(table, measures.answers);
  const { errorCost, combine } = measures;
  const combined = combine ? combinedOn(table, expert, answers) : undefined;
  return {
    options: {
      ...options,
      ...(answers !== 'argmax' && { answers }),
      ...(errorCost !== undefined && { errorCost }),
      ...(combined?.kept && { combine: true }),
    },
    ...(combined && { combined }),
  };
}
