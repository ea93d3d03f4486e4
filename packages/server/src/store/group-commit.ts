import { Problem } from '../problem/problem.js';
import type { DecisionRow, OutcomeRow, Store } from './contract.js';

export interface GroupCommitOptions {
  /** Rows that may wait for the disk; more are refused with 503, so memory stays flat. */
  readonly mostWaiting?: number;
  /** Rows in one transaction: beyond this, waiting longer gains nothing. */
  readonly mostTogether?: number;
  readonly onCommit?: (rows: number, milliseconds: number) => void;
  readonly onFailure?: (error: Error) => void;
}

interface Group {
  readonly decisions: DecisionRow[];
  readonly outcomes: OutcomeRow[];
  /** Control as it stood after the last decision of the group: neither ahead of the log nor behind. */
  readonly state: Map<string, string>;
  readonly done: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

const MOST_WAITING = 20_000;
const MOST_TOGETHER = 1000;

/**
 * Collects what comes in while the disk is busy, and writes it with one commit: each answer waits
 * for one sync, but not for one of its own. A group that fails is refused as a whole.
 */
export class GroupCommit {
  private open = newGroup();
  private readonly closed: Group[] = [];
  private writing = false;
  private waiting = 0;

  constructor(
    private readonly store: Store,
    private readonly options: GroupCommitOptions = {},
  ) {}

  /** Rows that are not on disk yet. */
  get depth(): number {
    return this.waiting;
  }

  /** Refuses where too much waits already: before anything is decided. */
  insistOnRoom(rows = 1): void {
    if (this.waiting + rows > (this.options.mostWaiting ?? MOST_WAITING))
      throw new Problem(
        'overloaded',
        `${this.waiting} records wait for the store. Try again in a second.`,
        undefined,
        1,
      );
  }

  /** Resolves when the row is durable. */
  decision(row: DecisionRow, state?: readonly [key: string, value: string]): Promise<void> {
    this.open.decisions.push(row);
    if (state) this.open.state.set(state[0], state[1]);
    return this.queued();
  }

  outcome(row: OutcomeRow): Promise<void> {
    this.open.outcomes.push(row);
    return this.queued();
  }

  /** Resolves when everything that was given so far is durable. */
  async flush(): Promise<void> {
    while (this.waiting > 0) await this.current().done.catch(() => undefined);
  }

  private current(): Group {
    return sizeOf(this.open) > 0 ? this.open : (this.closed[0] ?? this.last);
  }

  private last: Group = this.open;

  private queued(): Promise<void> {
    this.waiting++;
    const group = this.open;
    if (sizeOf(group) >= (this.options.mostTogether ?? MOST_TOGETHER)) {
      this.closed.push(group);
      this.open = newGroup();
    }
    if (!this.writing) {
      this.writing = true;
      // After what has already arrived was read: one commit for all of it.
      setImmediate(() => void this.write());
    }
    return group.done;
  }

  private async write(): Promise<void> {
    for (;;) {
      let group = this.closed.shift();
      if (!group) {
        if (sizeOf(this.open) === 0) break;
        group = this.open;
        this.open = newGroup();
      }
      this.last = group;
      await this.writeGroup(group);
    }
    this.writing = false;
  }

  private async writeGroup(group: Group): Promise<void> {
    const { decisions, outcomes } = group;
    const start = performance.now();
    try {
      await this.store.append({ decisions, outcomes, state: [...group.state] });
      this.waiting -= sizeOf(group);
      this.options.onCommit?.(sizeOf(group), performance.now() - start);
      group.resolve();
    } catch (error) {
      this.waiting -= sizeOf(group);
      this.options.onFailure?.(error as Error);
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
  return { decisions: [], outcomes: [], state: new Map(), done, resolve, reject };
}
