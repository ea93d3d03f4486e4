import { type Policy, settingAt, upperProportion } from '@cede/core';
import type { Store } from '../store/contract.js';
import { ErrorDrift } from './error-drift.js';
import { ALPHA, type Alarm, ScoreDrift } from './score-drift.js';

/** Everything that is watched about one policy, and how it survives a restart. */
export class Watch {
  readonly scores: ScoreDrift;
  readonly errors?: ErrorDrift;
  private readonly key: string;

  constructor(name: string, policy: Policy, leastPropensity: number) {
    const { calibration, threshold } = policy;
    const { rate, value } = settingAt(calibration, threshold.values[0]);
    this.scores = new ScoreDrift(calibration, rate);
    const expected = expectedError(
      1 - value,
      Math.floor(calibration.effectiveRows ?? calibration.rows),
    );
    if (calibration.target === 'accuracy') this.errors = new ErrorDrift(expected, leastPropensity);
    this.key = `watch ${name} ${policy.id} ${threshold.revision}`;
  }

  alarms(): Readonly<Record<string, Alarm>> {
    return { ...this.scores.alarms(), ...(this.errors && { error: this.errors.alarm() }) };
  }

  async save(store: Store): Promise<void> {
    await store.setState(this.key, JSON.stringify([this.scores.state(), this.errors?.state()]));
  }

  async resume(store: Store): Promise<void> {
    const text = await store.state(this.key);
    if (text === undefined) return;
    const [scores, errors] = JSON.parse(text) as [string, string | null];
    this.scores.restore(scores);
    if (errors) this.errors?.restore(errors);
  }
}

/**
 * The largest error rate that the calibration rows don't rule out: those rows are a sample too. Half
 * of what may go wrong is spent here, the other half on the bets (ErrorDrift).
 */
function expectedError(error: number, rows: number): number {
  const wrong = Math.ceil(Math.min(1, Math.max(0, error)) * rows - 1e-9);
  return Math.min(0.99, upperProportion(Math.min(wrong, rows), rows, ALPHA / 2));
}
