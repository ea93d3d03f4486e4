import type { CellProgress } from '@cede/run';

/**
 * What the rest of this room asks of a queue. BullMQ and ioredis stand behind it in bullmq.ts and
 * nowhere else: both are optional, and most people never use them.
 */
export interface QueueServer {
  /** For messages: no password. */
  readonly shown: string;
  /** Puts jobs on the queue, each behind those it waits for. One that is there already stays as it is. */
  add(jobs: readonly CellJob[]): Promise<void>;
  /** How jobs stand, in the order asked; undefined for one that the queue doesn't know. */
  look(ids: readonly string[]): Promise<(JobState | undefined)[]>;
  /** Takes finished or failed jobs off the queue, so that they can be put on again. */
  remove(ids: readonly string[]): Promise<void>;
  /** Tells what happens to jobs from now on, until it is stopped. */
  follow(listener: (event: JobEvent) => void): Promise<() => Promise<void>>;
  /** Takes jobs, so many at a time, until it is stopped. */
  work(
    settings: WorkSettings,
    perform: (job: TakenJob) => Promise<JobOutcome>,
  ): Promise<WorkHandle>;
  /** How many jobs are in which state, for this build or another. */
  counts(build?: string): Promise<JobCounts>;
  /** Cells that somebody is working on. */
  running(): Promise<RunningJob[]>;
  /** Cells that have failed for good, the latest first. */
  failures(limit: number): Promise<FailedJob[]>;
  /** The names of the workers of this build that are connected. */
  workers(): Promise<string[]>;
  /** Builds whose cells have been put on this server, with what each says of itself. */
  builds(): Promise<Record<string, string>>;
  announceBuild(description: string): Promise<void>;
  /** Small things beside the queue, for a week after they were last read or written. */
  keep(name: string, bytes: Uint8Array | string): Promise<void>;
  /** Keeps it unless there is one; gives what is kept then. */
  keepFirst(name: string, text: string): Promise<string>;
  fetch(name: string): Promise<Uint8Array | undefined>;
  has(name: string): Promise<boolean>;
  close(): Promise<void>;
}

/** One cell as the queue carries it: data only, the code is the worker's own. */
export interface CellJob {
  /** The cell's content hash. */
  readonly id: string;
  readonly kind: string;
  readonly data: JobData;
  /** Ids of jobs that must be done before. */
  readonly waitsFor: readonly string[];
}

/** What a worker is told of a cell. */
export interface JobData {
  readonly spec: unknown;
  /** The cells whose results it needs, by name. */
  readonly needs: Readonly<Record<string, string>>;
  /** The object with what all cells of the run are given. */
  readonly context: string;
  /** Where objects are: on the queue's server, or in a folder that all machines see. */
  readonly store: 'server' | 'folder';
}

export type JobState =
  | { readonly state: 'waiting' }
  | { readonly state: 'running'; readonly progress?: CellProgress; readonly worker?: string }
  | { readonly state: 'done'; readonly result: string }
  | {
      readonly state: 'failed';
      readonly reason: string;
      readonly attempts: number;
      readonly worker?: string;
    };

export type JobEvent = {
  readonly id: string;
  readonly what: 'done' | 'failed' | 'progress';
  readonly progress?: CellProgress;
};

/** A job in a worker's hands. */
export interface TakenJob {
  readonly id: string;
  readonly kind: string;
  readonly data: JobData;
  readonly progress: (progress: CellProgress) => void;
}

/**
 * What became of it. A refusal would come again and is not tried again; whatever else is thrown is.
 */
export type JobOutcome =
  | { readonly result: string }
  | { readonly refused: string }
  /** Given back at once, for another worker. */
  | { readonly giveBack: true };

/** How a worker works. Times in milliseconds. */
export interface WorkSettings {
  readonly name: string;
  /** Cells at a time. */
  readonly jobs: number;
  /** A cell whose worker has not been heard of for so long is given to another. */
  readonly lock: number;
  /** How often somebody looks for such cells. */
  readonly check: number;
  /** A cell that has lost its worker more often is reported as failed. */
  readonly losses: number;
}

export interface WorkHandle {
  /** Takes no more jobs, and waits for those under way. */
  stop(): Promise<void>;
}

export interface JobCounts {
  readonly waiting: number;
  readonly running: number;
  readonly done: number;
  readonly failed: number;
}

export interface RunningJob {
  readonly id: string;
  readonly kind: string;
  readonly progress?: CellProgress;
  readonly worker?: string;
}

export interface FailedJob {
  readonly id: string;
  readonly kind: string;
  readonly reason: string;
}
