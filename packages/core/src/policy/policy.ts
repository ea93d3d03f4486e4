import type { Answering } from '../answers/answering.js';
import type { Choice } from '../method/choice.js';
import type { Density, FitOptions } from '../method/method.js';
import type { Scorer } from '../scorer/scorer.js';
import type { Grid } from '../statistics/grid.js';
import type { Calibration } from './calibration.js';
import type { StoredCertificate, StoredDial } from './certificates.js';
import type { GroupThresholds } from './group-thresholds.js';
import type { RowSample } from './row-sample.js';

/**
 * A scorer and a threshold: everything a decision needs, and enough calibration to turn the dial
 * again without data. The id names all of it but the thresholds, which have a revision of their own.
 */
export interface Policy {
  readonly id: string;
  /** Class names, in the order of the probabilities; empty where there are none. */
  readonly classes: readonly string[];
  /** Where a case can go, besides the model. One name today. */
  readonly experts: readonly string[];
  readonly method: string;
  /** How `auto` came to that method, where it was asked. */
  readonly choice?: Choice;
  /** How it was fitted: seed, epochs, batch and the like, for the record. */
  readonly options: PolicyOptions;
  readonly scorer: Scorer;
  readonly density?: Density;
  /** How the model's probabilities become answers, where that is not the most probable class. */
  readonly answers?: Answering;
  readonly calibration: Calibration;
  readonly threshold: Threshold;
  /** The thresholds certificates may choose from, in order; absent in files older than certificates. */
  readonly grid?: Grid;
  /** What was certified, and for which threshold; see docs/guarantees.md. The last is the newest. */
  readonly certificates: readonly StoredCertificate[];
  /** Bounds that hold at every point of the grid at once. */
  readonly dial?: StoredDial;
  /** The version of the frozen model these scores are for, if its owner gave one. */
  readonly modelVersion?: string;
  /** The fitting table, and a few of its rows to know them again (row-sample.ts). */
  readonly table: RowSample & {
    readonly rows: number;
    readonly hash?: string;
    /** The largest numbers among its rows: what promises about means count up to. */
    readonly largest?: LargestSeen;
  };
  /** Means of the inputs that are not standardised, over fitting rows: what reasons are told against. */
  readonly inputMeans?: readonly number[];
  /** Which columns played which role when it was fitted, as they were named then; for its readers. */
  readonly columns?: PolicyColumns;
}

/** Only what the fitting table has: row weights, costs of the answers of one case, losses. */
export interface LargestSeen {
  readonly weight?: number;
  readonly answers?: number;
  readonly loss?: number;
}

/** By role, with the words of table options: a name or glob, several of them, or a switch. */
export type PolicyColumns = Readonly<Record<string, string | readonly string[] | boolean>>;

/** The options of a fit that a policy keeps. */
export type PolicyOptions = Pick<
  FitOptions,
  | 'seed'
  | 'epochs'
  | 'batch'
  | 'hidden'
  | 'members'
  | 'q'
  | 'learningRate'
  | 'weightDecay'
  | 'earlyStopping'
> & {
  readonly calibrationShare?: number;
};

/** Where a policy hands over, and how that was set. */
export interface Threshold {
  /** One per expert. Scores at or below it are handed over. */
  readonly values: readonly number[];
  readonly revision: number;
  readonly chosen: Chosen;
  /** Own thresholds of groups; `values` stays the common one, for cases whose group isn't known. */
  readonly groups?: GroupThresholds;
}

/** How the threshold was chosen, with the words of the command line. */
export type Chosen =
  | { readonly by: 'rate'; readonly rate: number; readonly traffic?: { readonly rows: number } }
  | { readonly by: 'cost'; readonly cost: number }
  | { readonly by: 'ratio'; readonly ratio: number }
  | { readonly by: 'budget'; readonly budget: number }
  | { readonly by: 'threshold' }
  | { readonly by: 'certificate'; readonly certificate: number };
