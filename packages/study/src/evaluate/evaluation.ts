import type { AnswersMode, StoredThreshold } from '@cede/core';
import type { CalibratedAnswers } from '../check/calibrated-answers.js';
import type { GroupReport } from '../groups/group-report.js';
import type { Note } from '../note.js';
import type { Rejection } from '../reject/rejection.js';
import type { CertificateSeen } from './certificates.js';
import type { Interval } from './interval.js';
import type { RealisedCosts } from './realised-costs.js';

/** A policy on new rows. Values are fractions (or minus losses); intervals are for this threshold. */
export interface Evaluation {
  readonly table: { readonly name: string; readonly hash: string };
  /** What answering from calibrated probabilities would change, out of fold on these rows. */
  readonly calibratedAnswers?: CalibratedAnswers;
  readonly outcome: PolicyOutcome;
  /** The policy's certificates against these rows. */
  readonly certificates: readonly CertificateSeen[];
  readonly groups?: GroupReport;
  /** The share of the policy's fitting rows that these rows hold. */
  readonly fittingRows: number;
  readonly notes: readonly Note[];
}

/** What the policy did on the rows. */
export interface PolicyOutcome {
  readonly rows: number;
  readonly expert: string;
  readonly target: 'accuracy' | 'loss';
  /** How the model's probabilities became answers, where not by the most probable class. */
  readonly answers?: AnswersMode;
  /** Where the expert's answers are joined with the model's: `expertAlone` is then of both together. */
  readonly joined?: true;
  readonly threshold: StoredThreshold;
  /** `threshold` is then the common one, for rows of no such group; all of them where none is named. */
  readonly groupThresholds?: {
    readonly column: string;
    readonly names: readonly string[];
    readonly values: readonly StoredThreshold[];
    readonly named: boolean;
    readonly of?: 'answer';
  };
  readonly confidence: number;
  readonly rate: number;
  /** null where weights or clusters leave no exact interval. */
  readonly rateInterval: Interval | null;
  readonly deferred: number;
  /** Errors avoided and caused, of the rows handed over that the expert answered. */
  readonly rescued: number;
  readonly harmed: number;
  readonly value: number;
  readonly valueInterval: Interval;
  readonly model: number;
  readonly expertAlone: number;
  readonly gain: number;
  readonly gainInterval: Interval;
  readonly costs?: RealisedCosts;
  /** What the calibration rows said; the value is null where they counted something else. */
  readonly expected: {
    readonly rate: number;
    readonly value: number | null;
    readonly inSample: boolean;
  };
  /** Rows with an answer of the expert. */
  readonly answered: number;
  /** Where some are missing: whether the rows tell how likely each was to be asked; else all count alike. */
  readonly propensityKnown?: boolean;
  /** Those of them that were handed over. */
  readonly answeredHandedOver: number;
  readonly rejection?: Rejection;
  /** Whether the rate is off what the calibration rows said by more than chance. */
  readonly drifted: boolean;
}
