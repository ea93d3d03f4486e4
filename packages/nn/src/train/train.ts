import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { insist } from '@cede/core';
import { CONTROL } from '../engine/context.js';
import { type Crew, gatherCrew } from '../engine/crew.js';
import { SLICES } from '../engine/layout.js';
import { readNetwork, writeNetwork } from '../engine/parameters.js';
import { SETTINGS } from '../engine/update.js';
import { withShapes } from '../network/bytes.js';
import { initialNetwork, type Network, networkFromTensors } from '../network/network.js';
import type { NetworkSpec } from '../network/spec.js';
import { epochPicks, type Pick } from './batches.js';
import { type EpochSummary, nameRun, readCheckpoint, writeCheckpoint } from './checkpoint.js';
import { checkImages, checkOptions, type LabelledImages, type TrainingOptions } from './options.js';
import { Pace, type Progress } from './progress.js';
import { rateAt } from './schedule.js';

export interface TrainingRequest extends LabelledImages {
  spec: NetworkSpec;
  options: TrainingOptions;
  /** Looked at after every epoch; never trained on. */
  validation?: LabelledImages;
  /** Changes the time, not the result. */
  threads?: number;
  /** A file written after every epoch; a run that finds its own goes on from there. */
  checkpoint?: string;
  signal?: AbortSignal;
  /** Called a few times a second and at the end of every epoch. */
  onProgress?: (progress: Progress) => void;
}

export interface TrainedNetwork {
  network: Network;
  history: EpochSummary[];
}

export const defaultThreads = () => Math.min(SLICES, availableParallelism());

/** Trains a network from scratch, or from its checkpoint. Same request, same bytes. */
export async function trainNetwork(request: TrainingRequest): Promise<TrainedNetwork> {
  const { spec, options, images, validation, checkpoint, signal } = request;
  checkOptions(options);
  checkImages(spec, request);
  if (validation) checkImages(spec, validation);
  const threads = request.threads ?? defaultThreads();
  insist(
    Number.isInteger(threads) && threads >= 1 && threads <= 64,
    () => `threads must be a whole number from 1 to 64, found ${threads}.`,
  );
  signal?.throwIfAborted();

  const run = checkpoint === undefined ? '' : nameRun(spec, options, request, validation);
  const kept = checkpoint === undefined ? undefined : readCheckpoint(checkpoint, run);
  const batch = Math.min(options.batch, request.labels.length);
  const pixels = validation ? joined(images, validation.images) : images;
  const configuration = {
    spec,
    batch,
    threads,
    fma: options.fma,
    reference: false,
    training: true,
  };
  const crew = await gatherCrew(configuration, pixels);
  try {
    const history = kept ? [...kept.history] : [];
    if (kept) restore(crew, spec, kept.arrays);
    else writeNetwork(crew.context, initialNetwork(spec, options.seed));
    crew.run('prepare', 0);
    const pace = new Pace(
      options.epochs,
      history.length,
      request.labels.length,
      request.onProgress,
    );
    for (let epoch = history.length; epoch < options.epochs; epoch++) {
      const summary = await trainEpoch(crew, request, epoch, pace);
      if (validation) summary.validation = accuracyOn(crew, validation, request.labels.length);
      history.push(summary);
      if (checkpoint !== undefined) {
        writeCheckpoint(checkpoint, { run, history, arrays: stateOf(crew) });
      }
      pace.epochDone(summary);
    }
    return { network: readNetwork(crew.context), history };
  } finally {
    await crew.dismiss();
  }
}

async function trainEpoch(
  crew: Crew,
  { options, labels, signal }: TrainingRequest,
  epoch: number,
  pace: Pace,
): Promise<EpochSummary> {
  const { context } = crew;
  const { batch } = context.configuration;
  const count = labels.length;
  const steps = Math.ceil(count / batch);
  const picks = epochPicks(options, count, epoch);
  context.control[CONTROL.padding] = options.padding;
  context.settings[SETTINGS.momentum] = options.momentum;
  context.settings[SETTINGS.decay] = options.decay;
  let loss = 0;
  let right = 0;
  for (let step = 0; step < steps; step++) {
    const chosen = picks.slice(step * batch, (step + 1) * batch);
    place(crew, chosen, labels);
    context.settings[SETTINGS.rate] = rateAt(options, epoch * steps + step, steps);
    crew.run('train', chosen.length);
    const [stepLoss, stepRight] = resultsOf(crew);
    loss += stepLoss;
    right += stepRight;
    const seen = step * batch + chosen.length;
    insist(
      Number.isFinite(loss),
      () =>
        `training diverged in epoch ${epoch + 1}, step ${step + 1}: the loss is ${stepLoss}. Lower the rate of ${options.rate} or lengthen the warm-up.`,
    );
    if (pace.step(epoch, seen, loss / seen, right / seen)) {
      await setImmediate();
      signal?.throwIfAborted();
    }
  }
  return { loss: loss / count, accuracy: right / count };
}

function place({ context }: Crew, picks: Pick[], labels?: ArrayLike<number>): void {
  const { integers, layout } = context;
  picks.forEach((pick, n) => {
    integers.set(pick, layout.picks / 4 + 4 * n);
    if (labels) integers[layout.labels / 4 + n] = labels[pick[0]];
  });
}

/** Summed loss and right answers of the last step, slices in order. */
function resultsOf({ context }: Crew): [loss: number, right: number] {
  const { doubles, layout } = context;
  let [loss, right] = [0, 0];
  for (let slice = 0; slice < SLICES; slice++) {
    loss += doubles[layout.results / 8 + 2 * slice];
    right += doubles[layout.results / 8 + 2 * slice + 1];
  }
  return [loss, right];
}

/** The validation images follow the training images in the crew's pixels. */
function accuracyOn(crew: Crew, { labels }: LabelledImages, offset: number): number {
  let right = 0;
  eachBatchOfLogits(crew, labels.length, offset, (logits, first, classes) => {
    for (let n = 0; n < logits.length / classes; n++) {
      let best = 0;
      for (let k = 1; k < classes; k++) {
        if (logits[n * classes + k] > logits[n * classes + best]) best = k;
      }
      if (best === labels[first + n]) right++;
    }
  });
  return right / labels.length;
}

/** Evaluation mode on `count` images from `offset` on, without augmentation. */
export function eachBatchOfLogits(
  crew: Crew,
  count: number,
  offset: number,
  visit: (logits: Float32Array, first: number, classes: number) => void,
): void {
  const { context } = crew;
  const { batch, spec } = context.configuration;
  context.control[CONTROL.padding] = 0;
  for (let first = 0; first < count; first += batch) {
    const size = Math.min(batch, count - first);
    place(
      crew,
      Array.from({ length: size }, (_, n): Pick => [offset + first + n, 0, 0, 0]),
    );
    crew.run('evaluate', size);
    const start = context.layout.logits / 4;
    visit(
      Float32Array.from(context.heap.subarray(start, start + size * spec.classes)),
      first,
      spec.classes,
    );
  }
}

function stateOf({ context }: Crew): [string, Float32Array][] {
  const { heap, layout } = context;
  const { tensors } = readNetwork(context);
  const start = layout.velocity / 4;
  return [
    ...[...tensors].map(([name, { data }]): [string, Float32Array] => [name, data]),
    ['velocity', Float32Array.from(heap.subarray(start, start + layout.parameterCount))],
  ];
}

function restore({ context }: Crew, spec: NetworkSpec, arrays: [string, Float32Array][]): void {
  writeNetwork(context, networkFromTensors(spec, withShapes(spec, arrays)));
  const velocity = arrays.find(([name]) => name === 'velocity');
  insist(
    velocity?.[1].length === context.layout.parameterCount,
    () => 'checkpoint: the velocity is missing or of another length. Delete it and start again.',
  );
  context.heap.set(velocity[1], context.layout.velocity / 4);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(new SharedArrayBuffer(a.length + b.length));
  both.set(a);
  both.set(b, a.length);
  return both;
}
