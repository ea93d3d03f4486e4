import type { Table } from '@cede/core';
import type { Ledger, Runner } from '@cede/run';

/** How a question is worked on: nothing here changes the answer. */
export interface Run {
  readonly runner: StudyRunner;
  /** Where finished fits are kept; in memory unless told. */
  readonly ledger?: Ledger;
  /** Stops the work; what has been finished stays in the ledger. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: StudyProgress) => void;
}

/** Where fits are computed. A table is handed over once, then cells name it by its hash. */
export interface StudyRunner {
  /** `cells`: how many there are at most at a time, where that is known. */
  open(tables: StudyTables, cells?: number): Runner;
}

/** The tables of a study, by name. */
export type StudyTables = Readonly<Record<string, Table>>;

/** What every cell of a study is given as its context. */
export interface StudyContext {
  readonly tables: StudyTables;
}

/** How far a question is. Cross-validation and fits share one way from 0 to 1; intervals have their own. */
export interface StudyProgress {
  readonly step: 'cross-validation' | 'fits' | 'intervals';
  /** 0 … 1. */
  readonly done: number;
  /** Fits that are done, and how many there are. */
  readonly finished?: number;
  readonly cells?: number;
  readonly secondsLeft?: number;
}

/** A run that is the part of a whole from `from` to `to`, and knows only itself. */
export const within = ({ onProgress, ...run }: Run, from: number, to: number): Run => ({
  ...run,
  onProgress: (part) => onProgress?.({ ...part, done: from + (to - from) * part.done }),
});
