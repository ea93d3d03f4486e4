import type { Calibration } from '@cede/core';
import { Jumper } from './martingale.js';

/** The chance that an alarm of one kind is ever false. */
export const ALPHA = 0.01;

export interface Alarm {
  /** Evidence against "nothing has changed": an alarm at 1/α. */
  readonly evidence: number;
  readonly largest: number;
  readonly raised: boolean;
  /** When it was raised first, ms. */
  readonly since?: number;
}

class Watched {
  largest = 1;
  since?: number;
  constructor(readonly jumper: Jumper) {}

  see(value: number, now: number): void {
    const wealth = this.jumper.bet(value);
    if (wealth > this.largest) this.largest = wealth;
    if (this.since === undefined && wealth >= 1 / ALPHA) this.since = now;
  }

  alarm(): Alarm {
    return {
      evidence: this.jumper.wealth,
      largest: this.largest,
      raised: this.since !== undefined,
      ...(this.since !== undefined && { since: this.since }),
    };
  }
}

interface State {
  readonly counts: readonly number[];
  readonly watched: readonly { purses: number[]; largest: number; since?: number }[];
}

/**
 * Watches scores: each gets a conformal p-value, its place among the calibration rows and all scores
 * before it, ties broken by a coin. While cases come from where the calibration rows came from, those
 * are uniform, and three martingales bet against that: on their level, on their spread, and on the
 * rate that the *frozen* threshold would have (the controlled rate would hide every change).
 */
export class ScoreDrift {
  private readonly edges: Float64Array;
  /** Calibration rows and past scores by bin, as a Fenwick tree. */
  private readonly tree: Float64Array;
  private readonly counts: Float64Array;
  private total: number;
  private readonly level = new Watched(new Jumper());
  private readonly spread = new Watched(new Jumper());
  private readonly rate: Watched;
  private seen = 0;

  constructor(
    { bins, rows }: Calibration,
    private readonly frozenRate: number,
  ) {
    this.edges = Float64Array.from(bins, ({ edge }) => edge);
    this.counts = Float64Array.from(bins, (bin) => bin.rows);
    this.tree = new Float64Array(bins.length + 1);
    for (let k = 0; k < bins.length; k++) this.add(k, bins[k].rows);
    this.total = rows;
    this.rate = new Watched(new Jumper());
  }

  get cases(): number {
    return this.seen;
  }

  see(score: number, tie: number, now: number): void {
    const k = this.binOf(score);
    const p = (this.below(k) + tie * (this.counts[k] + 1)) / (this.total + 1);
    this.add(k, 1);
    this.counts[k]++;
    this.total++;
    this.seen++;
    this.level.see(2 * p - 1, now);
    this.spread.see(4 * Math.abs(p - 0.5) - 1, now);
    // Mean 0 whatever the rate; at most 1 in size.
    this.rate.see((p <= this.frozenRate ? 1 : 0) - this.frozenRate, now);
  }

  alarms(): Readonly<Record<'level' | 'spread' | 'rate', Alarm>> {
    return { level: this.level.alarm(), spread: this.spread.alarm(), rate: this.rate.alarm() };
  }

  state(): string {
    const watched = [this.level, this.spread, this.rate].map(({ jumper, largest, since }) => ({
      purses: jumper.state(),
      largest,
      since,
    }));
    return JSON.stringify({ counts: [...this.counts], watched } satisfies State);
  }

  /** Goes on where another process stopped; a state of another policy is left aside. */
  restore(text: string): void {
    const { counts, watched } = JSON.parse(text) as State;
    if (counts.length !== this.counts.length) return;
    counts.forEach((count, k) => {
      const more = count - this.counts[k];
      this.add(k, more);
      this.counts[k] = count;
      this.total += more;
      this.seen += more;
    });
    [this.level, this.spread, this.rate].forEach((each, k) => {
      each.jumper.restore(watched[k].purses);
      each.largest = watched[k].largest;
      each.since = watched[k].since;
    });
  }

  private binOf(score: number): number {
    let low = 0;
    let high = this.edges.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.edges[middle] >= score) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private add(bin: number, count: number): void {
    for (let i = bin + 1; i < this.tree.length; i += i & -i) this.tree[i] += count;
  }

  private below(bin: number): number {
    let sum = 0;
    for (let i = bin; i > 0; i -= i & -i) sum += this.tree[i];
    return sum;
  }
}
