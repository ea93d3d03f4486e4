import { execFile } from 'node:child_process';

/** Work that takes longer than this has fallen behind, ms: other programs leave no time. */
const LATE = 100;
/** How long a thread that fell behind has its full share, ms. */
const CALM = 60_000;
/** Whether a process that has stepped back may come forward again: it tries that on itself. */
const MAY_RETURN = 'chrt -i -p 0 $$ && chrt -o -p 0 $$';

/**
 * Gives a thread only the time that all others leave, and its full share where that is not enough.
 *
 * No decision waits for a relaxed store. But a thread of low priority still ends its slice,
 * milliseconds where the kernel looks that seldom, and answers wait for its core; only an idle one
 * makes room at once. Linux can do that, and has a command for it; Node has neither. Where stepping back can't be
 * undone (it takes root or a nice limit), or elsewhere, nothing is done.
 */
export class LeftoverTime {
  /** 1 while the thread has stepped back; it reads this itself. */
  readonly steppedBack = new Int32Array(new SharedArrayBuffer(4));
  /** 0 while it has not stepped back. */
  private thread = 0;
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;

  /** `thread` as the kernel counts them; 0 where that isn't known. */
  async start(thread: number): Promise<void> {
    if (thread > 0 && (await runs('sh', ['-c', MAY_RETURN]))) await this.stepBack(thread);
  }

  /**
   * Watches a piece of the thread's work, writing or reading; it comes forward where that takes too
   * long, also where it stepped back in the middle.
   */
  async watch<T>(work: Promise<T>): Promise<T> {
    const late = setInterval(() => this.comeForward(), LATE);
    try {
      return await work;
    } finally {
      clearInterval(late);
    }
  }

  /** For the last writes, which a stop waits for. */
  end(): void {
    this.stopping = true;
    clearTimeout(this.timer);
    this.comeForward();
  }

  private async stepBack(thread: number): Promise<void> {
    if (this.stopping || !(await runs('chrt', ['-i', '-p', '0', `${thread}`]))) return;
    this.thread = thread;
    Atomics.store(this.steppedBack, 0, 1);
    if (this.stopping) this.comeForward();
  }

  private comeForward(): void {
    const { thread } = this;
    if (thread === 0) return;
    this.thread = 0;
    Atomics.store(this.steppedBack, 0, 0);
    void runs('chrt', ['-o', '-p', '0', `${thread}`]);
    if (!this.stopping) this.timer = setTimeout(() => void this.stepBack(thread), CALM).unref();
  }
}

const runs = (command: string, args: readonly string[]) =>
  new Promise<boolean>((resolve) => {
    execFile(command, args, (error) => resolve(error === null));
  });
