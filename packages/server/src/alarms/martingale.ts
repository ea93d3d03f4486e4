/**
 * A test martingale over p-values that are uniform while nothing changes: the simple jumper of Vovk
 * et al. Purses bet that p is high, low or neither, and a share of each changes sides every time.
 * The wealth ever reaches 1/α with probability at most α, whatever the moment one looks.
 */
export class Jumper {
  private purses: number[];

  constructor(
    private readonly bets: readonly number[] = [-1, -0.5, 0, 0.5, 1],
    private readonly jump = 0.01,
  ) {
    this.purses = bets.map(() => 1 / bets.length);
  }

  /** `value` has mean 0 and lies in [−1, 1] while nothing changes. */
  bet(value: number): number {
    const wealth = this.wealth;
    const share = (this.jump * wealth) / this.bets.length;
    for (let k = 0; k < this.bets.length; k++)
      this.purses[k] = ((1 - this.jump) * this.purses[k] + share) * (1 + this.bets[k] * value);
    return this.wealth;
  }

  get wealth(): number {
    let sum = 0;
    for (const purse of this.purses) sum += purse;
    return sum;
  }

  state(): number[] {
    return this.purses;
  }

  restore(purses: readonly number[]): void {
    if (purses.length === this.bets.length) this.purses = [...purses];
  }
}
