import { channelMoments, supportsFma, trainNetwork } from '@cede/nn';
import type { Dataset } from '../dataset/dataset.js';
import { takeExamples } from '../dataset/dataset.js';
import { trainingOptions } from './network-cell.js';
import type { Teams } from './threads.js';

/** A network that is not trained yet, or not to the end. */
export interface NetworkLeft {
  readonly depth: number;
  /** Images of all epochs that are left. */
  readonly images: number;
  /** Multiply-adds of the same. */
  readonly work: number;
}

/** How long the networks will take here, and the pace it was told by. */
export interface Estimate {
  readonly seconds: number;
  /** Images a second while one network of each depth was trained for a moment. */
  readonly pace: Readonly<Record<number, number>>;
}

/** Small enough for a deep network to take several steps in that time. */
const TRIAL_BATCH = 128;
/** Each depth is tried for about so long, the first step left out: it pays for the threads. */
const TRIAL_SECONDS = 1;

/** From a measured second of training of each depth; nothing is kept of it. */
export async function estimateTraining(
  left: readonly NetworkLeft[],
  dataset: Dataset,
  teams: Teams,
  signal?: AbortSignal,
): Promise<Estimate> {
  const pace: Record<number, number> = {};
  for (const { depth } of left)
    pace[depth] ??= await imagesPerSecond(dataset, depth, teams.threads, signal);
  return { seconds: secondsAt(pace, left, teams), pace };
}

/** Side by side no run is shorter than its longest network. */
export function secondsAt(
  pace: Estimate['pace'],
  left: readonly NetworkLeft[],
  { networks }: Teams,
): number {
  const each = left.map(({ depth, images }) => images / pace[depth]);
  return Math.max(each.reduce((sum, seconds) => sum + seconds, 0) / networks, ...each);
}

/** Whether it is worth measuring: a machine does at least 10⁹ multiply-adds a second. */
export const takesMinutes = (left: readonly NetworkLeft[]): boolean =>
  left.some(({ work }) => work > 6e10 * 5);

async function imagesPerSecond(
  dataset: Dataset,
  depth: number,
  threads: number,
  signal?: AbortSignal,
): Promise<number> {
  const { train } = dataset.splits;
  const few = takeExamples(
    train,
    Uint32Array.from({ length: Math.min(train.labels.length, 2 * TRIAL_BATCH) }, (_, i) => i),
  );
  const { height, width, channels, classes } = dataset;
  const marks: { images: number; at: number }[] = [];
  const enough = new AbortController();
  const training = {
    epochs: 10_000,
    batch: TRIAL_BATCH,
    learningRate: 0.01,
    momentum: 0.9,
    weightDecay: 0,
    warmupEpochs: 0,
    milestones: [],
    decay: 1,
    augmentation: { pad: 4, flip: true },
  };
  await trainNetwork({
    spec: {
      depth,
      classes: classes.length,
      height,
      width,
      channels,
      ...channelMoments(few.images, channels),
    },
    options: trainingOptions({ training, seed: 0, fma: supportsFma(), side: 'model' }),
    ...few,
    threads,
    signal: signal ? AbortSignal.any([signal, enough.signal]) : enough.signal,
    onProgress({ epoch, images, imagesInEpoch }) {
      marks.push({ images: (epoch - 1) * imagesInEpoch + images, at: performance.now() });
      if (marks.length > 1 && marks.at(-1)!.at - marks[0].at > 1000 * TRIAL_SECONDS) enough.abort();
    },
  }).catch((error: unknown) => {
    if (!enough.signal.aborted || signal?.aborted) throw error;
  });
  const [first, last] = [marks[0], marks.at(-1)!];
  return (1000 * (last.images - first.images)) / (last.at - first.at);
}
