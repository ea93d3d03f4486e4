import { Problem } from '../problem/problem.js';
import type { DecisionRow, OutcomeRow, Store } from './contract.js';

export interface GroupCommitOptions {
  /** Rows that may wait for the disk; more are refused with 503, so memory stays flat. */
  readonly mostWaiting?: number;
  /** Rows in one transaction: beyond this, waiting longer gains nothing. */
  readonly mostTogether?: number;
  /**
   * Decisions are answered before they are written. One that the store refuses is then kept and
   * tried again, and nothing new is decided until it is written.
   */
  readonly answeredBefore?: boolean;
  readonly onCommit?: (rows: number, milliseconds: number) => void;
  readonly onFailure?: (error: Error) => void;
}

/** A number that is written beside decisions, as it stands when their group is closed. */
export interface StateSource {
  readonly key: string;
  read(): string;
}

interface Group {
  readonly decisions: DecisionRow[];
  readonly outcomes: OutcomeRow[];
  /** Control as it stands after the last decision of the group: neither ahead of the log nor behind. */
  readonly sources: Set<StateSource>;
  state: readonly (readonly [key: string, value: string])[];
  readonly done: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

const MOST_WAITING = 20_000;
const BEHIND = 4000;
const MOST_TOGETHER = 1000;
/** How long a decision that was answered waits for others to be written with it, ms. */
const COMPANY = 10;
/** The same where an answer waits for it, at most. */
const LONGEST_COMPANY = 3;
/** How long to wait before a store that refused is asked again, ms. */
const TRY_AGAIN = 250;
/** How long a failure speaks against being ready, ms: without requests nothing would clear it. */
const REMEMBERED = 5000;
/** How long a stop waits for a store that refuses, ms. */
const PATIENCE = 5000;

/**
 * Collects what comes in while the disk is busy, and writes it with one commit: each answer waits
 * for one sync, but not for one of its own. A group that fails is refused as a whole.
 */
export class GroupCommit {
  private open = newGroup();
  private readonly closed: Group[] = [];
  private current: Group | undefined;
  private waiting = 0;
  /** Why the store refused what was answered already. */
  private refused: Error | undefined;
  private failed: { error: Error; at: number } | undefined;

  constructor(
    private readonly store: Store,
    private readonly options: GroupCommitOptions = {},
  ) {}

  /** Rows that are not on disk yet. */
  get depth(): number {
    return this.waiting;
  }

  /** Why the last commit failed, where that was in the last seconds. */
  get failing(): Error | undefined {
    if (this.refused) return this.refused;
    return this.failed && performance.now() - this.failed.at < REMEMBERED
      ? this.failed.error
      : undefined;
  }

  /** Whether the store can't keep up: then even those wait for it who need not. */
  get isBehind(): boolean {
    return this.waiting > BEHIND;
  }

  /** Refuses where too much waits already, or the store is gone: before anything is decided. */
  insistOnRoom(rows = 1): void {
    if (this.refused)
      throw new Problem(
        'store-unavailable',
        `The record can't be written (${this.refused.message.slice(0, 200)}), so nothing is decided. Try again.`,
        undefined,
        2,
      );
    if (this.waiting + rows > (this.options.mostWaiting ?? MOST_WAITING))
      throw new Problem(
        'overloaded',
        `${this.waiting} records wait for the store. Try again in a second.`,
        undefined,
        1,
      );
  }

  /** Resolves when the row is durable. */
  decision(row: DecisionRow, state?: StateSource): Promise<void> {
    this.open.decisions.push(row);
    if (state) this.open.sources.add(state);
    return this.queued();
  }

  outcome(row: OutcomeRow): Promise<void> {
    this.open.outcomes.push(row);
    return this.queued();
  }

  /** A decision that is not on disk yet, and when it is. */
  find(
    policy: string,
    id: string,
    step: number,
  ): { row: DecisionRow; durable: Promise<void> } | undefined {
    for (const { decisions, done } of this.groups())
      for (const row of decisions)
        if (row.id === id && row.step === step && row.policy === policy)
          return { row, durable: done };
    return undefined;
  }

  /** When everything about a case is durable; undefined where nothing waits. */
  durable(policy: string, id: string): Promise<void> | undefined {
    let last: Promise<void> | undefined;
    for (const { decisions, done } of this.groups())
      if (decisions.some((row) => row.id === id && row.policy === policy)) last = done;
    return last;
  }

  /** What is not on disk yet, oldest first. */
  private groups(): Group[] {
    return [...(this.current ? [this.current] : []), ...this.closed, this.open];
  }

  /** Resolves when all that was given so far is durable; gives up on a store that only refuses. */
  async flush(): Promise<void> {
    const patience = performance.now() + PATIENCE;
    while (this.waiting > 0) {
      const group = this.current ?? this.closed[0] ?? this.open;
      await group.done.catch(() => undefined);
      if (this.refused && performance.now() > patience)
        throw new Error(
          `${this.waiting} decisions were answered and could not be written (${this.refused.message}).`,
        );
    }
  }

  private queued(): Promise<void> {
    this.waiting++;
    const group = this.open;
    if (sizeOf(group) >= (this.options.mostTogether ?? MOST_TOGETHER)) {
      this.closed.push(closedGroup(group));
      this.open = newGroup();
    }
    if (!this.writing) this.plan();
    return group.done;
  }

  private writing = false;
  private timer: NodeJS.Timeout | undefined;
  private soon: NodeJS.Immediate | undefined;
  /** The last group: whoever was answered with it may be back soon. */
  private last = { rows: 0, milliseconds: 0 };

  /** Begins now, or a moment later where company is worth more than the moment. */
  private plan(): void {
    if (this.soon) return;
    const wait = this.patience();
    if (wait > 0) this.timer ??= setTimeout(this.begin, wait);
    // After what has already arrived was read: one commit for all of it.
    else this.soon = setImmediate(this.begin);
  }

  /** Both may be due: whichever comes first ends the other, and there is one writer at a time. */
  private readonly begin = () => {
    clearTimeout(this.timer);
    if (this.soon) clearImmediate(this.soon);
    this.timer = undefined;
    this.soon = undefined;
    this.writing = true;
    void this.write();
  };

  /**
   * How long the open group waits for more, ms. Decisions that are answered already wait a little,
   * because a commit for each would cost more than the decision. Where every commit waits long for
   * the disk, a group waits for those who were answered by the last one: else half of them miss each
   * commit, and wait for two.
   */
  private patience(): number {
    if (this.closed.length > 0) return 0;
    if (this.options.answeredBefore) return this.open.outcomes.length > 0 ? 0 : COMPANY;
    if (sizeOf(this.open) >= this.last.rows) return 0;
    return Math.floor(Math.min(LONGEST_COMPANY, this.last.milliseconds / 3));
  }

  private async write(): Promise<void> {
    let group = this.closed.shift() ?? this.takeOpen();
    while (group) {
      this.current = group;
      await this.writeGroup(group);
      this.current = undefined;
      group = this.closed.shift();
    }
    this.writing = false;
    if (sizeOf(this.open) > 0) this.plan();
  }

  private takeOpen(): Group | undefined {
    if (sizeOf(this.open) === 0) return undefined;
    const group = closedGroup(this.open);
    this.open = newGroup();
    return group;
  }

  private async writeGroup(group: Group): Promise<void> {
    const { decisions, outcomes, state } = group;
    const start = performance.now();
    try {
      await this.store.append({ decisions, outcomes, state });
      this.waiting -= sizeOf(group);
      this.refused = undefined;
      this.failed = undefined;
      this.last = { rows: sizeOf(group), milliseconds: performance.now() - start };
      this.options.onCommit?.(this.last.rows, this.last.milliseconds);
      group.resolve();
    } catch (error) {
      this.failed = { error: error as Error, at: performance.now() };
      this.options.onFailure?.(error as Error);
      if (this.options.answeredBefore && decisions.length > 0) {
        this.refused = error as Error;
        // Outcomes are told that they failed; decisions were answered and are kept.
        this.waiting -= outcomes.length;
        this.closed.unshift({ ...newGroup(), decisions, state });
        group.reject(error as Error);
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN));
        return;
      }
      this.waiting -= sizeOf(group);
      group.reject(error as Error);
    }
  }
}

const sizeOf = ({ decisions, outcomes }: Group) => decisions.length + outcomes.length;

function newGroup(): Group {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const done = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  done.catch(() => undefined); // in relaxed mode nobody waits for it
  return { decisions: [], outcomes: [], sources: new Set(), state: [], done, resolve, reject };
}

/** A group that takes no more rows, with control as it stands now. */
function closedGroup(group: Group): Group {
  group.state = [...group.sources].map(({ key, read }) => [key, read()]);
  return group;
}
