import { Problem } from '../problem/problem.js';
import type { DecisionRow, Store } from './contract.js';

/** What a case becomes once the shared number is known. */
export interface SettledCase<T> {
  readonly row: DecisionRow;
  readonly answer: T;
}

interface Waiting<C, T> {
  readonly item: C;
  resolve(answer: T | undefined): void;
  reject(error: Error): void;
}

const MOST_TOGETHER = 500;
const MOST_WAITING = 20_000;

/**
 * Group commit for stores that several instances share: what waits is decided inside one transaction
 * that holds the controller's state, so that all instances together take one step at a time.
 * A case whose key another instance took meanwhile resolves to undefined.
 */
export class SharedSettling<C, T> {
  private waiting: Waiting<C, T>[] = [];
  private running = false;

  constructor(
    private readonly store: Store,
    private readonly key: string,
    private readonly settleAll: (
      state: string | undefined,
      items: readonly C[],
    ) => { settled: readonly SettledCase<T>[]; state: string },
    /** What must be ready before a case can be settled. */
    private readonly prepare: () => Promise<void>,
  ) {}

  add(item: C): Promise<T | undefined> {
    if (this.waiting.length >= MOST_WAITING)
      throw new Problem(
        'overloaded',
        'Too many records wait for the store. Try again in a second.',
        undefined,
        1,
      );
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.running) return;
      this.running = true;
      setImmediate(() => void this.run());
    });
  }

  /** Changes the shared number without a decision. */
  change(change: (state: string | undefined) => string): Promise<void> {
    return this.store.settle(this.key, (state) => ({
      batch: { decisions: [], outcomes: [] },
      value: change(state),
      result: () => undefined,
    }));
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      let group = this.waiting.splice(0, MOST_TOGETHER);
      try {
        await this.prepare();
        const answers = await this.store.settle(this.key, (before) => {
          const { settled, state } = this.settleAll(
            before,
            group.map(({ item }) => item),
          );
          return {
            batch: { decisions: settled.map(({ row }) => row), outcomes: [] },
            value: state,
            result: ({ taken }) =>
              settled.map(({ answer }, k) => (taken.includes(k) ? undefined : answer)),
          };
        });
        // What could not be settled yet waits for the next round, in its order.
        this.waiting.unshift(...group.slice(answers.length));
        group = group.slice(0, answers.length);
        group.forEach(({ resolve }, k) => {
          resolve(answers[k]);
        });
      } catch (error) {
        for (const { reject } of group) reject(error as Error);
      }
    }
    this.running = false;
  }
}
