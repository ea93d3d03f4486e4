import type { Clock } from '../clock.js';
import type { Store } from '../store/contract.js';

/** At most so many hand-overs within any window of so many milliseconds. */
export interface CapSettings {
  readonly limit: number;
  readonly window: number;
  /** Spread over the window, instead of first come, first served. */
  readonly paced: boolean;
}

/** The share of a cap that one block takes: small blocks lose little when one is forfeited. */
const BLOCK_SHARE = 100;

/**
 * A sliding-window cap that is never exceeded. Hand-overs are taken from blocks that were reserved
 * durably before; the store counts a block from its last possible use plus the window. A crash
 * forfeits what was left of a block, and nothing else.
 */
export class Cap {
  private block?: { name: string; left: number; used: number; until: number; last: number };
  /** Known to be empty until then. */
  private retryAt = 0;
  private asking?: Promise<void>;

  constructor(
    private readonly store: Store,
    private readonly name: string,
    readonly settings: CapSettings,
    private readonly clock: Clock,
  ) {}

  /** Whether `take` can answer now; otherwise `prepare` first. */
  ready(now = this.clock.now()): boolean {
    return this.settings.limit <= 0 || this.usable(now) || now < this.retryAt;
  }

  /** Whether there is something to take, as far as is known. */
  open(now = this.clock.now()): boolean {
    return this.settings.limit > 0 && (this.usable(now) || now >= this.retryAt);
  }

  /** Asks the store for a block; one question at a time, however many wait. */
  prepare(): Promise<void> {
    this.asking ??= this.ask().finally(() => {
      this.asking = undefined;
    });
    return this.asking;
  }

  take(now = this.clock.now()): boolean {
    if (!this.usable(now)) return false;
    const block = this.block!;
    block.left--;
    block.used++;
    block.last = now;
    return true;
  }

  /** Gives back what is left, so that a planned stop forfeits nothing. */
  async close(): Promise<void> {
    if (!this.block) return;
    const now = this.clock.now();
    await this.store.reserve({ ...this.question(now), size: 0 });
    this.block = undefined;
  }

  private usable(now: number): boolean {
    return this.block !== undefined && this.block.left > 0 && now <= this.block.until;
  }

  private question(now: number) {
    const { limit, window, paced } = this.settings;
    const { block } = this;
    return {
      ...{ cap: this.name, limit, window, paced, now },
      size: Math.max(1, Math.floor(limit / BLOCK_SHARE)),
      validFor: Math.max(20, Math.floor(window / BLOCK_SHARE)),
      ...(block && { close: { block: block.name, used: block.used, last: block.last } }),
    };
  }

  private async ask(): Promise<void> {
    const now = this.clock.now();
    const question = this.question(now);
    // The old block is closed by the question: nothing may be taken from it meanwhile.
    this.block = undefined;
    const told = await this.store.reserve(question);
    if (told.block === undefined) {
      // Others may give theirs back sooner than it looks now.
      const soon = now + Math.max(20, question.window / 200);
      this.retryAt = Math.min(told.retryAt, soon);
      return;
    }
    // Counted from before the question: a slow answer shortens the use, never lengthens it.
    const until = Math.min(told.until, now + question.validFor);
    this.block = { name: told.block, left: told.size, used: 0, until, last: now };
  }
}
