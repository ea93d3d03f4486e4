import type { StudyProgress } from './run.js';

/** Where the time of a comparison went, in seconds; what is left of the whole is report and files. */
export type StepTimes = {
  /** From the start of the process: Node, and the tables. */
  readonly read: number;
  readonly 'cross-validation': number;
  readonly fits: number;
  /** Scores sorted, and curves drawn. */
  readonly curves: number;
  readonly intervals: number;
};

/** Follows a study's progress; `began` is when the tables were read. Milliseconds of the process. */
export function stepClock(began: number, now: () => number = () => performance.now()) {
  let fits: number | undefined;
  let fitted: number | undefined;
  let intervals: number | undefined;
  return {
    follow({ step, finished, cells }: StudyProgress): void {
      if (step === 'fits') {
        fits ??= now();
        if (finished === cells) fitted ??= now();
      }
      if (step === 'intervals') intervals ??= now();
    },
    /** To be asked when the study is done. */
    times(): StepTimes {
      const ended = now();
      const ends = [began, fits ?? began, fitted ?? began, intervals ?? ended, ended];
      const seconds = (k: number) => Math.round(ends[k] - (ends[k - 1] ?? 0)) / 1000;
      return {
        read: seconds(0),
        'cross-validation': seconds(1),
        fits: seconds(2),
        curves: seconds(3),
        intervals: seconds(4),
      };
    },
  };
}
