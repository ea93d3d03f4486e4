/** Where what is finished is when a work is stopped. */
export type Keeps = 'on disk' | 'on the queue' | 'nothing';
let kept: Keeps = 'nothing';

/** What is said of a work that was stopped. */
export const stoppedText = (): string =>
  ({
    'on disk': 'stopped. What is finished is kept; the same command goes on from there.',
    'on the queue': 'detached. The workers go on; the same command with --resume attaches again.',
    nothing: 'stopped. Nothing was written.',
  })[kept];

/**
 * Ctrl-C as an AbortSignal: the first stops cleanly, a second ends the process at once. `keeps`
 * says where what is finished is by then.
 */
export function interruptSignal(keeps: Keeps): {
  signal: AbortSignal;
  release(): void;
} {
  const controller = new AbortController();
  const stop = (name: NodeJS.Signals) => {
    // By the signal itself: process.exit would wait for DuckDB's threads, and they for this one.
    if (controller.signal.aborted)
      return void process.removeAllListeners(name).kill(process.pid, name);
    kept = keeps;
    controller.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return {
    signal: controller.signal,
    release() {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    },
  };
}
