import { ALPHA, type Alarm } from './score-drift.js';

/** Shares of the wealth that are bet, evenly spaced in the logarithm. */
const SHARES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8];

/**
 * Watches the error rate, from audited outcomes only: bets that it is above what was expected. Every
 * case counts (p_least / p)·(error − expected) where its outcome was seen, and 0 where not, so the
 * mean is at most 0 while the error rate is at most the expected one, however cases are audited. Without
 * audits p_least is 0 and nothing is bet: the cases handed over say nothing about all of them.
 */
export class ErrorDrift {
  private purses: number[] = SHARES.map(() => 1 / SHARES.length);
  private largest = 1;
  private since?: number;

  constructor(
    private readonly expected: number,
    private readonly leastPropensity: number,
  ) {}

  see(error: number, propensity: number, now: number): void {
    const x = Math.min(1, this.leastPropensity / propensity) * (error - this.expected);
    let wealth = 0;
    for (let k = 0; k < SHARES.length; k++) {
      this.purses[k] *= 1 + SHARES[k] * x;
      wealth += this.purses[k];
    }
    if (wealth > this.largest) this.largest = wealth;
    // The other half of α is spent on what is expected; see watch.ts.
    if (this.since === undefined && wealth >= 2 / ALPHA) this.since = now;
  }

  alarm(): Alarm {
    return {
      evidence: this.purses.reduce((a, b) => a + b, 0),
      largest: this.largest,
      raised: this.since !== undefined,
      ...(this.since !== undefined && { since: this.since }),
    };
  }

  state(): string {
    return JSON.stringify({ purses: this.purses, largest: this.largest, since: this.since });
  }

  restore(text: string): void {
    const { purses, largest, since } = JSON.parse(text);
    if (purses?.length !== SHARES.length) return;
    Object.assign(this, { purses, largest, since });
  }
}
