import type { EpochSummary } from './checkpoint.js';

/** How a run is doing. Times are for people: nothing that is kept depends on them. */
export interface Progress {
  /** Counted from 1. */
  epoch: number;
  epochs: number;
  /** Epochs that were in the checkpoint when this run began. */
  resumedEpochs: number;
  /** Images of this epoch done, and to do. */
  images: number;
  imagesInEpoch: number;
  loss: number;
  accuracy: number;
  /** On the validation images; only at the end of an epoch. */
  validation?: number;
  imagesPerSecond: number;
  secondsLeft: number;
}

/** Milliseconds between two reports, and at most between two looks at the abort signal. */
const INTERVAL = 200;

export class Pace {
  private readonly started = performance.now();
  private reported = this.started;
  private done = 0;
  private inEpoch = 0;

  constructor(
    private readonly epochs: number,
    private readonly skipped: number,
    private readonly perEpoch: number,
    private readonly report?: (progress: Progress) => void,
  ) {}

  /** Notes a step; true when it is time to let other work happen. */
  step(epoch: number, images: number, loss: number, accuracy: number): boolean {
    this.inEpoch = images;
    const now = performance.now();
    if (now - this.reported < INTERVAL) return false;
    this.reported = now;
    this.tell(epoch + 1, { loss, accuracy });
    return true;
  }

  epochDone(summary: EpochSummary): void {
    this.tell(this.skipped + this.done + 1, summary);
    this.done++;
    this.inEpoch = 0;
  }

  private tell(epoch: number, { loss, accuracy, validation }: EpochSummary): void {
    const seen = this.done * this.perEpoch + this.inEpoch;
    const imagesPerSecond = (1000 * seen) / (performance.now() - this.started);
    const left = (this.epochs - this.skipped) * this.perEpoch - seen;
    this.report?.({
      epoch,
      epochs: this.epochs,
      resumedEpochs: this.skipped,
      images: this.inEpoch,
      imagesInEpoch: this.perEpoch,
      loss,
      accuracy,
      ...(validation === undefined ? {} : { validation }),
      imagesPerSecond,
      secondsLeft: left / imagesPerSecond,
    });
  }
}
