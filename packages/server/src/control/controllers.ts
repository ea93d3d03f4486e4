import { InputError, insist } from '@cede/core';
import type { Certified } from './certified.js';
import type { Controller, ControlSettings, Step, WindowBound } from './contract.js';

/** One point over any 5,000 cases: (1 + η)/η = 50. */
export const STEP = 1 / 49;

/** The policy's own threshold, left alone. */
export const fixedController = (): Controller => ({
  kind: 'fixed',
  threshold: undefined,
  wish: ({ fixed }) => fixed,
  outcome: () => undefined,
  state: () => '',
  restore: () => undefined,
  bound: () => undefined,
});

/**
 * t ← t + η(target − what happened), with t on the scale of ranks: below 0 nothing goes and t rises,
 * above 1 everything goes and t falls, so t never leaves an interval of length 1 + η, and the sum
 * of (target − what happened) over any window is at most (1 + η)/η. This holds for every stream,
 * from the first case, because it is bookkeeping and not statistics. What happened is what was
 * *wished*: a cap that says no must not push the threshold up without end.
 */
abstract class Integrator implements Controller {
  abstract readonly kind: Controller['kind'];
  protected t: number;
  protected readonly eta: number;

  constructor(
    protected readonly target: number,
    protected readonly settings: ControlSettings,
    start: number,
    private readonly certified: Certified | undefined,
  ) {
    this.eta = settings.step ?? STEP;
    insist(
      this.eta > 0 && this.eta <= 1,
      () => `control: the step must be above 0 and at most 1, got ${this.eta} instead.`,
    );
    this.t = this.clamped(start);
  }

  get threshold(): number {
    return this.t;
  }

  abstract wish(step: Step): boolean;
  abstract outcome(error: number, propensity: number): void;
  abstract bound(): WindowBound | undefined;

  state(): string {
    return String(this.t);
  }

  restore(state: string): void {
    const t = Number(state);
    if (Number.isFinite(t)) this.t = this.clamped(t);
  }

  /** Moves by η times a surplus in [−1, 1], no further than the ends where it has some. */
  protected move(surplus: number, least = -Infinity, most = Infinity): void {
    const next = this.t + this.eta * surplus;
    this.t = this.clamped(Math.min(most, Math.max(least, next)));
  }

  protected clamped(t: number): number {
    const range = this.settings.clamp ? this.certified : undefined;
    return range ? Math.min(range.high, Math.max(range.low, t)) : t;
  }

  protected windowBound(unit: number, note?: string): WindowBound | undefined {
    if (this.settings.clamp && this.certified) return undefined;
    return { perWindow: (unit * (1 + this.eta)) / this.eta, ...(note && { note }) };
  }
}

class HoldRate extends Integrator {
  readonly kind = 'rate';

  wish({ rank }: Step): boolean {
    const wished = rank <= this.t;
    this.move(this.target - (wished ? 1 : 0));
    return wished;
  }

  outcome(): void {}
  bound = () => this.windowBound(1);
}

class HoldCost extends Integrator {
  readonly kind = 'cost';

  wish({ rank, cost }: Step): boolean {
    const { largestCost = 1 } = this.settings;
    insist(
      cost <= largestCost,
      () => `cost: is ${cost}, above the largest that was declared (${largestCost}).`,
    );
    const wished = rank <= this.t;
    // A stop above forgets money that was saved, which breaks no promise. One below would forget
    // money that was spent: so the threshold may go one step below "nothing".
    this.move((this.target - (wished ? cost : 0)) / largestCost, -this.eta, 1);
    return wished;
  }

  outcome(): void {}
  bound = () =>
    this.windowBound(
      this.settings.largestCost ?? 1,
      'an upper bound; where always asking costs less than the target, less is spent',
    );
}

/** Of outcomes, unless audits are rarer: larger numbers move the threshold faster. */
const SMALLEST_PROPENSITY = 0.01;

class HoldError extends Integrator {
  readonly kind = 'error';

  wish({ rank }: Step): boolean {
    return rank <= this.t;
  }

  /**
   * Weighted by the inverse of how likely the outcome was to be seen, scaled to at most 1. Only an
   * outcome of a case from before audits became more frequent can reach that end.
   */
  outcome(error: number, propensity: number): void {
    const { smallestPropensity = SMALLEST_PROPENSITY } = this.settings;
    const weight = Math.min(1, smallestPropensity / propensity);
    // The other way round: a stop at "nothing" forgets only errors that were not made. Above, one
    // step beyond "everything" keeps every error of a case that the model answered.
    this.move(weight * (error - this.target), 0, 1 + this.eta);
  }

  bound = () =>
    this.windowBound(
      1,
      'over weighted audited outcomes, from above, and only where always deferring meets the target',
    );
}

/**
 * A controller for these settings; `start` is the rank of the policy's own threshold, `leastSeen` the
 * smallest probability with which audits show an outcome.
 */
export function createController(
  settings: ControlSettings,
  start: number,
  certified?: Certified,
  leastSeen = 1,
): Controller {
  const { hold, target } = settings;
  if (hold === 'fixed') return fixedController();
  if (target === undefined || !(target >= 0) || !Number.isFinite(target))
    throw new InputError(`control: holding the ${hold} needs a target from 0, got ${target}.`);
  if (hold !== 'cost' && target > 1)
    throw new InputError(`control: the ${hold} to hold must lie between 0 and 1, got ${target}.`);
  if (hold === 'rate') return new HoldRate(target, settings, start, certified);
  if (hold === 'cost') return new HoldCost(target, settings, start, certified);
  if (leastSeen === 0) throw new InputError(`control: ${NO_AUDIT}`);
  const { smallestPropensity = SMALLEST_PROPENSITY } = settings;
  const seen = { ...settings, smallestPropensity: Math.min(smallestPropensity, leastSeen) };
  return new HoldError(target, seen, start, certified);
}

/** Of the cases that the model keeps nobody would ever learn which are wrong. */
export const NO_AUDIT =
  'holding the error rate needs audited outcomes: set audit, such as 0.05, and gold above 0.';
