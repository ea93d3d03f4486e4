import { Problem } from '../problem/problem.js';
import type { DecisionRow, OutcomeRow, Store } from './contract.js';
import { RecordPack } from './record-pack.js';

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
  readonly decisions: RecordPack;
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
/**
 * How many of those are written at once where there are more. Writing them takes the store's thread
 * about half a millisecond: where threads are more than cores, the one that answers may wait for it.
 */
const GOOD_COMPANY = 64;
/** The same where an answer waits for it, at most. */
const LONGEST_COMPANY = 3;
/** About what deciding a case takes, and what writing it takes without the wait for the disk, ms. */
const [DECIDING, WRITING] = [0.03, 0.01];
/** Packs that are kept for the next groups, and how large one may have grown, bytes. */
const [SPARE, LARGEST_SPARE] = [4, 4 << 20];
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
  private open = newGroup(new RecordPack());
  private readonly spare: RecordPack[] = [];
  private readonly closed: Group[] = [];
  /** Groups that the store has been given, oldest first. */
  private readonly given: Group[] = [];
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
    this.open.decisions.add(row);
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
    for (const { decisions, done } of this.groups()) {
      const row = decisions.find(policy, id, step);
      if (row) return { row, durable: done };
    }
    return undefined;
  }

  /** When everything about a case is durable; undefined where nothing waits. */
  durable(policy: string, id: string): Promise<void> | undefined {
    let last: Promise<void> | undefined;
    for (const { decisions, done } of this.groups()) if (decisions.find(policy, id)) last = done;
    return last;
  }

  /** What is not on disk yet, oldest first. */
  private groups(): Group[] {
    return [...this.given, ...this.closed, this.open];
  }

  /** Resolves when all that was given so far is durable; gives up on a store that only refuses. */
  async flush(): Promise<void> {
    const patience = performance.now() + PATIENCE;
    while (this.waiting > 0) {
      const [group] = this.groups();
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
      this.open = this.newGroup();
    }
    this.plan();
    return group.done;
  }

  private newGroup(): Group {
    return newGroup(this.spare.pop() ?? new RecordPack());
  }

  /** Groups under way, those included that wait to be tried again. */
  private underWay = 0;
  private timer: NodeJS.Timeout | undefined;
  private soon: NodeJS.Immediate | undefined;
  /** The last group, and all who waited when it was written: they may be back soon. */
  private last = { rows: 0, milliseconds: 0, waited: 0, at: 0 };

  /**
   * Where answers wait, the store has its next group before it is done with the last: else it would
   * wait for this thread, which is busy deciding. Decisions that were answered are tried again where
   * they fail, and instances that share a store write at once: there the next group must wait.
   */
  private get atOnce(): number {
    return this.options.answeredBefore || this.store.shared ? 1 : 2;
  }

  /** Begins now, or a moment later where company is worth more than the moment. */
  private plan(): void {
    if (this.underWay === this.atOnce) return;
    const rows = sizeOf(this.open);
    if (this.closed.length > 0 || (rows > 0 && rows >= this.enough())) {
      this.begin();
      return;
    }
    if (rows === 0 || this.underWay > 0 || this.soon) return;
    const wait = this.patience();
    if (wait > 0) this.timer ??= setTimeout(this.begin, wait);
    // After what has already arrived was read: one commit for all of it.
    else this.soon = setImmediate(this.begin);
  }

  /** Both may be due: whichever comes first ends the other. */
  private readonly begin = () => {
    clearTimeout(this.timer);
    if (this.soon) clearImmediate(this.soon);
    this.timer = undefined;
    this.soon = undefined;
    void this.write(this.closed.shift() ?? this.takeOpen());
  };

  /**
   * How many rows need no more company. Where answers wait for the disk, those who ask again and
   * again would soon all wait for the same commit, and the store for all of them. So half of them is
   * enough: one half is decided while the other is written. A disk that takes longer than deciding
   * them all is better asked once for all.
   */
  private enough(): number {
    if (this.options.answeredBefore) return GOOD_COMPANY;
    const { waited } = this.last;
    return this.onDisk < waited * DECIDING ? Math.ceil(waited / 2) : Math.max(1, waited);
  }

  /** What the disk took of the last commit, ms. */
  private get onDisk(): number {
    return this.last.milliseconds - WRITING * this.last.rows;
  }

  /**
   * How long the open group waits for more, ms. Decisions that are answered already wait a little,
   * because a commit for each would cost more than the decision. Where every commit waits long for
   * the disk, a group waits for those who were answered by the last one: else half of them miss each
   * commit, and wait for two.
   */
  private patience(): number {
    if (this.options.answeredBefore) return this.open.outcomes.length > 0 ? 0 : COMPANY;
    return Math.floor(Math.min(LONGEST_COMPANY, this.onDisk / 3));
  }

  private async write(group: Group): Promise<void> {
    this.underWay++;
    await this.writeGroup(group);
    this.underWay--;
    this.plan();
  }

  private takeOpen(): Group {
    const group = closedGroup(this.open);
    this.open = this.newGroup();
    return group;
  }

  private async writeGroup(group: Group): Promise<void> {
    const { decisions, outcomes, state } = group;
    const given = performance.now();
    this.given.push(group);
    try {
      await this.store.append({ decisions, outcomes, state });
      this.given.splice(this.given.indexOf(group), 1);
      this.waiting -= sizeOf(group);
      this.refused = undefined;
      this.failed = undefined;
      const [rows, at] = [sizeOf(group), performance.now()];
      // Before the last group was written, the store had no time for this one.
      const milliseconds = at - Math.max(given, this.last.at);
      this.last = { rows, milliseconds, waited: rows + this.waiting, at };
      this.options.onCommit?.(rows, milliseconds);
      group.resolve();
      this.keep(decisions);
    } catch (error) {
      this.given.splice(this.given.indexOf(group), 1);
      this.failed = { error: error as Error, at: performance.now() };
      this.options.onFailure?.(error as Error);
      if (this.options.answeredBefore && decisions.length > 0) {
        this.refused = error as Error;
        // Outcomes are told that they failed; decisions were answered and are kept.
        this.waiting -= outcomes.length;
        this.closed.unshift({ ...newGroup(decisions), state });
        group.reject(error as Error);
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN));
        return;
      }
      this.waiting -= sizeOf(group);
      group.reject(error as Error);
      this.keep(decisions);
    }
  }

  private keep(pack: RecordPack): void {
    pack.clear();
    if (this.spare.length < SPARE && pack.room <= LARGEST_SPARE) this.spare.push(pack);
  }
}

const sizeOf = ({ decisions, outcomes }: Group) => decisions.length + outcomes.length;

function newGroup(decisions: RecordPack): Group {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const done = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  done.catch(() => undefined); // in relaxed mode nobody waits for it
  return { decisions, outcomes: [], sources: new Set(), state: [], done, resolve, reject };
}

/** A group that takes no more rows, with control as it stands now. */
function closedGroup(group: Group): Group {
  group.state = [...group.sources].map(({ key, read }) => [key, read()]);
  return group;
}
