import { setMaxListeners } from 'node:events';
import { AbortedError } from '@cede/core';
import { type Cell, type CellWatch, hashOf } from '@cede/run';
import type { JobState, QueueServer } from '../server/contract.js';

/** How a cell ended. */
export type Ended = Extract<JobState, { state: 'done' | 'failed' }>;

interface Waiting {
  readonly report: CellWatch['report'];
  readonly settle: (state: Ended) => void;
}

/** Cells that are looked at in one go. */
const LOOKED_AT = 500;

/**
 * Cells whose results somebody waits for. The server tells what happens to them; because words may
 * be missed while it is away, those that nothing was heard of are looked at again and again.
 */
export class WaitingRoom {
  readonly #waiting = new Map<string, Waiting>();
  #stopFollowing: Promise<() => Promise<void>> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #turn = 0;

  /** `onForgotten` is asked to put cells on the queue again that the server no longer knows. */
  constructor(
    private readonly server: QueueServer,
    private readonly interval: number,
    private readonly onForgotten: () => Promise<void>,
  ) {}

  /** Listens, from the first call on. */
  async open(): Promise<void> {
    this.#stopFollowing ??= this.server.follow(({ id, what, progress }) => {
      if (what === 'progress') this.#hear(id, { state: 'running', progress });
      else void this.#lookAt([id]).catch(() => undefined);
    });
    await this.#stopFollowing;
    if (!this.#timer) this.#lookAgain();
  }

  ended(cell: Cell, { report, signal }: CellWatch): Promise<Ended> {
    return new Promise((resolve, reject) => {
      const id = hashOf(cell);
      const leave = () => {
        this.#waiting.delete(id);
        reject(new AbortedError('detached from the queue; its workers go on'));
      };
      if (signal.aborted) return leave();
      setMaxListeners(0, signal); // one for every cell that is waited for
      signal.addEventListener('abort', leave, { once: true });
      const settle = (state: Ended) => {
        signal.removeEventListener('abort', leave);
        resolve(state);
      };
      this.#waiting.set(id, { report, settle });
      // It may have been done before anybody listened.
      this.#lookAt([id]).catch(() => undefined);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await (await this.#stopFollowing)?.();
  }

  #hear(id: string, state: JobState | undefined): void {
    const waits = this.#waiting.get(id);
    if (!waits || !state) return;
    if (state.state === 'running' && state.progress) waits.report(state.progress);
    if (state.state !== 'done' && state.state !== 'failed') return;
    this.#waiting.delete(id);
    waits.settle(state);
  }

  /** Whether one that is waited for is not there. */
  async #lookAt(ids: readonly string[]): Promise<boolean> {
    const states = await this.server.look(ids);
    for (const [k, id] of ids.entries()) this.#hear(id, states[k]);
    return ids.some((id, k) => !states[k] && this.#waiting.has(id));
  }

  #lookAgain(): void {
    this.#timer = setTimeout(async () => {
      const ids = [...this.#waiting.keys()];
      const from = ids.length > LOOKED_AT ? (this.#turn++ * LOOKED_AT) % ids.length : 0;
      try {
        if (await this.#lookAt(ids.slice(from, from + LOOKED_AT))) await this.onForgotten();
      } catch {
        // The server is away: the next look may find it.
      }
      if (!this.#isClosed) this.#lookAgain();
    }, this.interval);
  }
}
