/**
 * The record: every decision, outcome and change of policy, and the few numbers that must survive a
 * restart. SQLite and PostgreSQL keep this contract, and pass the same tests (test/store-contract.ts).
 * A promise that resolves means: it is durable, as durable as the store was opened for.
 */
export interface Store {
  /** For people, without secrets. */
  readonly name: string;
  /** Whether several instances write to it: then control is settled inside its transactions. */
  readonly shared: boolean;

  /** Writes all of a batch or nothing. Keys that are taken are left as they were, and reported. */
  append(batch: Batch): Promise<Appended>;
  /**
   * The same for shared stores: reads a number under a lock, lets `settle` decide with it, and
   * writes what comes out together with the new number.
   */
  settle<T>(key: string, settle: (value: string | undefined) => Settled<T>): Promise<T>;

  /** The decision in force for a key; the last step where none is asked for. */
  decision(policy: string, id: string, step?: number): Promise<StoredDecision | undefined>;
  /** Keys of decisions made after a moment, for those who keep them in memory. */
  recentKeys(policy: string, after: number, from: number, limit: number): Promise<RecentKeys>;
  outcomes(policy: string, id: string): Promise<readonly OutcomeRow[]>;
  /** Forgets a case: its decisions, outcomes and leases. Returns how many decisions went. */
  forget(policy: string, id: string): Promise<number>;

  /** Deferred cases without an answer, most valuable first; leased to `by` where `until` is given. */
  queue(ask: QueueAsk): Promise<readonly StoredDecision[]>;
  /** Gives a lease back; false where there was none of this reviewer's. */
  release(policy: string, id: string, by: string): Promise<boolean>;
  backlog(policy: string, now: number): Promise<Backlog>;
  /** Counts over decisions made at `from` or later. */
  counts(policy: string, from: number): Promise<Counts>;

  /** The log in the order it was written, with outcomes; `after` is the last `seq` seen. */
  rows(policy: string, after: number, limit: number): Promise<readonly LogRow[]>;
  /** Where `rows` must begin to give the newest so many: 0 where there are fewer. */
  newestFrom(policy: string, count: number): Promise<number>;
  /** Removes decisions older than `before`, at most `limit` at once. Returns how many went. */
  prune(before: number, limit: number): Promise<number>;

  saveVersion(version: PolicyVersion, expected: number): Promise<boolean>;
  versions(policy: string): Promise<readonly PolicyVersion[]>;

  state(key: string): Promise<string | undefined>;
  /** Writes a number at once and durably, in every mode. */
  setState(key: string, value: string): Promise<void>;
  /** Sets a value unless there is one; returns the one that counts. */
  initialState(key: string, value: string): Promise<string>;

  /** Takes a block of a sliding-window cap, durably in every mode, or says when to ask again. */
  reserve(ask: ReserveAsk): Promise<Reserved>;

  /** Throws where the store can't be read or written. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A decision as it is written. The three texts are JSON. */
export interface DecisionRow {
  /** Which of the policies of this service. */
  readonly policy: string;
  readonly id: string;
  readonly step: number;
  readonly at: number;
  readonly route: string;
  readonly deferred: boolean;
  /** What overruled the score, if anything did. */
  readonly mark: string;
  /** Low is more valuable to hand over: the score. */
  readonly priority: number;
  /** As it was sent. */
  readonly answer: string;
  /** What was asked: also what tells a repeated request from another one. */
  readonly inputs: string;
  /** What only replay and receipts need: probabilities of being asked, wishes, ranks. */
  readonly facts: string;
  /** The key was used before, too long ago to be the same request: that decision steps back. */
  readonly renews?: boolean;
}

/** A decision as it is read. */
export interface StoredDecision extends DecisionRow {
  readonly seq: number;
  readonly answered: boolean;
}

/** What somebody said about a case: an expert, or the truth (`who` is empty). */
export interface OutcomeRow {
  readonly policy: string;
  readonly id: string;
  readonly step: number;
  /** The expert's name; '' for the gold label. */
  readonly who: string;
  /** JSON: a class or a number. */
  readonly value: string;
  readonly at: number;
  readonly by: string;
}

/** Decisions to be written, in their order: a list, or a {@link RecordPack}. */
export interface Records extends Iterable<DecisionRow> {
  readonly length: number;
}

/** What goes into the record together. */
export interface Batch {
  readonly decisions: Records;
  readonly outcomes: readonly OutcomeRow[];
  readonly state: readonly (readonly [key: string, value: string])[];
}

/** Positions in the batch of decisions whose key somebody else had taken. */
export interface Appended {
  readonly taken: readonly number[];
}

export interface Settled<T> {
  readonly batch: Omit<Batch, 'state'>;
  readonly value: string;
  result(appended: Appended): T;
}

export interface RecentKeys {
  readonly keys: readonly string[];
  /** Where to go on; undefined at the end. */
  readonly next?: number;
}

export interface QueueAsk {
  readonly policy: string;
  readonly limit: number;
  readonly now: number;
  readonly by: string;
  /** Until when the cases are leased to `by`; without it nothing is leased. */
  readonly until?: number;
  readonly expert?: string;
}

export interface Backlog {
  readonly waiting: number;
  readonly leased: number;
  /** When the oldest of them was decided. */
  readonly oldest?: number;
}

export interface Counts {
  readonly cases: number;
  readonly deferred: number;
  /** Of all cases, those that the threshold would hand over: also audited ones, kept or not. */
  readonly wished: number;
  readonly audited: number;
  readonly overCap: number;
}

export interface LogRow extends StoredDecision {
  readonly outcomes: readonly Pick<OutcomeRow, 'who' | 'value' | 'at'>[];
}

/** A policy that was in force, and how it came to be. */
export interface PolicyVersion {
  readonly policy: string;
  readonly version: number;
  readonly id: string;
  readonly revision: number;
  /** policy.json. */
  readonly text: string;
  /** Control settings, JSON. */
  readonly settings: string;
  readonly at: number;
  readonly by: string;
  readonly action: string;
}

/** A block of a cap: so many hand-overs, to be used within `validFor` ms. */
export interface ReserveAsk {
  readonly cap: string;
  readonly limit: number;
  readonly window: number;
  readonly size: number;
  readonly validFor: number;
  readonly now: number;
  /** Spread over the window: the next block comes when this one's share of it has passed. */
  readonly paced: boolean;
  /** A block to close in the same breath: what of it was used, and when last. */
  readonly close?: { readonly block: string; readonly used: number; readonly last: number };
}

export type Reserved =
  | { readonly block: string; readonly size: number; readonly until: number }
  | { readonly block?: undefined; readonly retryAt: number };

/** What a look into a store finds. */
export interface StoreCheck {
  /** Of its tables; `newest` is what this program knows. */
  readonly version: number;
  readonly newest: number;
  readonly decisions: number;
  readonly outcomes: number;
  readonly policies: readonly string[];
}

/** What the store can't do now: gone, full, locked. Answers 503. */
export class StoreError extends Error {
  override name = 'StoreError';
}
