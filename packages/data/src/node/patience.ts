/** How long a reader may go on without giving anything before it is given up: a damaged file can hang it. */
export const PATIENCE = 60_000;

const TICKS = 10;

/** Thrown where nothing came for too long. */
export class NoProgress extends Error {
  override name = 'NoProgress';

  constructor(milliseconds: number) {
    const seconds = Number((milliseconds / 1000).toPrecision(2));
    super(`reading made no progress for ${seconds} seconds`);
  }
}

/**
 * Waits for a piece of work, but not for ever. Time is counted in ticks of this very process, so
 * that one which was stopped for a while, or busy with something else, has not waited. Work that
 * tells how far it is may take as long as that number goes on.
 */
export function withPatience<T>(
  work: Promise<T>,
  milliseconds: number,
  howFar: () => number = () => 0,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let left = TICKS;
    let before = howFar();
    const timer = setInterval(() => {
      const now = howFar();
      if (now !== before) left = TICKS;
      before = now;
      if (--left > 0) return;
      clearInterval(timer);
      reject(new NoProgress(milliseconds));
    }, milliseconds / TICKS);
    work.then(resolve, reject).finally(() => clearInterval(timer));
  });
}
