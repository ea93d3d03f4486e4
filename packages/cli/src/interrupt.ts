/** Whether what the stopped work had finished is on disk. */
let isKept = false;

/** What is said of a work that was stopped. */
export const stoppedText = (): string =>
  isKept
    ? 'stopped. What is finished is kept; the same command goes on from there.'
    : 'stopped. Nothing was written.';

/**
 * Ctrl-C as an AbortSignal: the first stops cleanly, a second ends the process at once. `keeps`
 * says whether what is finished is on disk by then.
 */
export function interruptSignal(keeps: 'on disk' | 'nothing'): {
  signal: AbortSignal;
  release(): void;
} {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(130);
    isKept = keeps === 'on disk';
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
