import { type Batch, StoreError } from '../contract.js';
import { RedoLog, removeRedo, type Stretch } from './redo-log.js';

/** Rows that are worth a transaction of their own, and how long fewer wait for company, ms. */
const [ENOUGH, COMPANY] = [64, 10];
/** How long to wait before a store that refused is asked again, ms. */
const TRY_AGAIN = 250;

/** The engine, wherever it runs: calls come to it in their order. */
export type Call = (method: string, args: readonly unknown[]) => Promise<unknown>;

/**
 * Records for which somebody waits: durable in the redo log first, in the tables a little later, and
 * in any case before the next question to the store.
 */
export class Recording {
  private waiting: Stretch[] = [];
  private rows = 0;
  /** The last frame that is durable, that is in the tables, and that is there for good. */
  private readonly reached = { recorded: 0, applied: 0, settled: 0 };
  private applying: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private failure: Error | undefined;

  private constructor(
    private readonly path: string,
    private readonly call: Call,
    private readonly log: RedoLog,
  ) {}

  static async begin(path: string, call: Call, full?: number): Promise<Recording> {
    return new Recording(
      path,
      call,
      new RedoLog(path, (await call('beginRedo', [])) as number, full),
    );
  }

  /** Resolves when the batch is durable. One at a time. */
  async record(batch: Batch): Promise<void> {
    if (this.failure) throw this.failure;
    const { log, reached } = this;
    const { turn } = log;
    if (turn !== undefined) {
      while (reached.settled < log.lasts[turn]) await (this.applying ?? this.apply(true));
      log.takeTurns();
      // What stands in the file that is full now is settled long before it is needed again.
      void this.apply(true).catch(ignore);
    }
    const stretch = await log.write(batch).catch((error: NodeJS.ErrnoException) => {
      throw new StoreError(error.code === 'ENOSPC' ? 'the disk is full' : error.message);
    });
    this.waiting.push(stretch);
    this.rows += batch.decisions.length + batch.outcomes.length;
    reached.recorded = stretch.last;
    if (this.rows >= ENOUGH) void this.apply().catch(ignore);
    else this.timer ??= setTimeout(() => void this.apply().catch(ignore), COMPANY);
  }

  /** Resolves when all that was recorded before is in the tables. */
  async applied(): Promise<void> {
    const { recorded } = this.reached;
    while (this.reached.applied < recorded) await (this.applying ?? this.apply());
  }

  /** Leaves nothing behind, unless the tables refuse: then the next start finds it in the log. */
  async close(): Promise<void> {
    let left = true;
    try {
      await this.applied();
      await this.apply(true);
      left = false;
    } finally {
      clearTimeout(this.timer);
      this.log.close();
      if (!left) removeRedo(this.path);
    }
  }

  /** One at a time, so that what failed is never overtaken. */
  private async apply(forGood = false): Promise<void> {
    while (this.applying) await this.applying.catch(ignore);
    this.applying = this.applyAll(forGood);
    try {
      await this.applying;
    } finally {
      this.applying = undefined;
    }
  }

  private async applyAll(forGood: boolean): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const [{ length }, { rows, reached }] = [this.waiting, this];
    const last = this.waiting.at(-1)?.last ?? reached.applied;
    if (length === 0 && !(forGood && reached.settled < last)) return;
    try {
      await this.call('catchUp', [[...this.waiting], last, forGood]);
    } catch (error) {
      this.failure = error as Error;
      this.timer ??= setTimeout(() => void this.apply().catch(ignore), TRY_AGAIN);
      throw error;
    }
    this.failure = undefined;
    this.waiting.splice(0, length);
    this.rows -= rows;
    reached.applied = last;
    if (forGood) reached.settled = last;
  }
}

/** It is kept in `failure`, which whoever comes next is told. */
const ignore = () => undefined;
