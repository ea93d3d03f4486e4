import { timeLeft } from '../runner/progress.js';
import { steadyTimeLeft } from '../runner/steady-time.js';

/** How far a long work is: a bar with the time left on a terminal, a line now and then elsewhere. */
export interface ProgressBar {
  /** Without a time left the bar tells it by its own pace; null means that it isn't known yet. */
  update(done: number, note?: string, secondsLeft?: number | null): void;
  stop(): void;
}

const SILENT: ProgressBar = { update() {}, stop() {} };

/** Seconds between two plain lines. */
const LINE_EVERY = 5;

/** Nothing is shown where only a document or nothing at all was asked for. */
export function startProgress(
  title: string,
  flags: { readonly json?: boolean; readonly quiet?: boolean },
): ProgressBar {
  if (flags.quiet || flags.json) return SILENT;
  return neverFalling(process.stderr.isTTY ? barProgress(title) : lineProgress(title));
}

/** What is done stays done, whatever the next part of the work thinks of its share. */
function neverFalling(progress: ProgressBar): ProgressBar {
  let most = 0;
  return {
    ...progress,
    update(done, note, secondsLeft) {
      most = Math.max(most, Math.min(1, done));
      progress.update(most, note, secondsLeft);
    },
  };
}

const BAR = 30;

/** One line that is drawn over itself, at most ten times a second. */
function barProgress(title: string): ProgressBar {
  // The pace is told from the first step on: what was done before it says nothing, and the time
  // until it was spent starting, not working.
  let start: number | undefined;
  let first: { at: number; done: number } | undefined;
  const steady = steadyTimeLeft();
  let last = 0;
  return {
    update(done, note = '', secondsLeft) {
      const now = performance.now();
      start ??= done;
      if (done > start) first ??= { at: now, done };
      if (now - last < 100) return;
      last = now;
      const left =
        secondsLeft === undefined
          ? first && timeLeft((now - first.at) / 1000, done, first.done)
          : secondsLeft;
      const full = Math.floor(BAR * done);
      const parts = [
        `${title} ${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${Math.floor(100 * done)} %`,
        ...(left === undefined || left === null ? [] : [steady(left)]),
        ...(note ? [note] : []),
      ];
      const line = fitting(parts, (process.stderr.columns || 80) - 1);
      process.stderr.write(`\r\x1b[2K${line}`);
    },
    stop: () => void process.stderr.write('\r\x1b[2K'),
  };
}

/** Whole parts only: half a word says less than none. */
function fitting(parts: readonly string[], width: number): string {
  let most = parts.length;
  while (most > 1 && parts.slice(0, most).join(' · ').length > width) most--;
  return parts.slice(0, most).join(' · ').slice(0, width);
}

function lineProgress(title: string): ProgressBar {
  const steady = steadyTimeLeft();
  let last = performance.now();
  return {
    update(done, note, secondsLeft) {
      const now = performance.now();
      if (now - last < LINE_EVERY * 1000) return;
      last = now;
      const left =
        secondsLeft === undefined || secondsLeft === null ? '' : `, ${steady(secondsLeft)}`;
      process.stderr.write(
        `${title}: ${Math.floor(100 * done)} %${left}${note ? ` (${note})` : ''}\n`,
      );
    },
    stop() {},
  };
}
