import { readFile } from 'node:fs/promises';
import { exp, InputError } from '@cede/core';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { loadRuntime } from './runtime.js';

/** Images side by side, pixel by pixel, channel by channel (NHWC). */
export interface Images {
  readonly count: number;
  readonly height: number;
  readonly width: number;
  readonly channels: number;
  readonly pixels: Uint8Array | Float32Array;
}

/** How pixels become the network's input, for models that don't normalise by themselves. */
export interface Preparation {
  /** Pixels are divided by this first (255 brings bytes to 0 … 1). */
  readonly scale?: number;
  /** Then, per channel, the mean is subtracted and the deviation divided by. */
  readonly mean?: readonly number[];
  readonly deviation?: readonly number[];
  /** Where the channels stand in the model's input; told by its shape where left out. */
  readonly layout?: 'nchw' | 'nhwc';
}

/** A frozen model: images in, class probabilities out. */
export interface Classifier {
  readonly name: string;
  /** count × classes, one row an image. Logits become probabilities. */
  probabilities(
    images: Images,
    onProgress?: (done: number) => void,
  ): Promise<{ values: Float32Array; classes: number }>;
}

const BATCH = 128;

/** An ONNX classifier, from a file or from bytes. */
export async function openClassifier(
  model: string | Uint8Array,
  preparation: Preparation = {},
  name = typeof model === 'string' ? model : 'model',
): Promise<Classifier> {
  const bytes = typeof model === 'string' ? await readModel(model) : model;
  const runtime = await loadRuntime();
  let session: InferenceSession;
  try {
    // One thread: sums then run in one order, and the same model gives the same bytes anywhere.
    session = await runtime.InferenceSession.create(bytes, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
    });
  } catch (error) {
    throw new InputError(
      `model ${name}: is not an ONNX file that can be run (${firstLine(error)}).`,
    );
  }
  const [input] = session.inputNames;
  if (session.inputNames.length !== 1)
    throw new InputError(
      `model ${name}: has ${session.inputNames.length} inputs (${session.inputNames.join(', ')}); expected one, the images.`,
    );
  const meta = session.inputMetadata[0];
  const shape = meta.isTensor ? meta.shape : [];
  const type = meta.isTensor ? meta.type : 'float32';
  if (type !== 'float32' && type !== 'uint8')
    throw new InputError(`model ${name}: its input is ${type} (expected float32 or uint8).`);

  return {
    name,
    async probabilities(images, onProgress) {
      const layout = preparation.layout ?? layoutOf(shape, images, name);
      const parts: Float32Array[] = [];
      let classes = 0;
      for (let from = 0; from < images.count; from += BATCH) {
        const count = Math.min(BATCH, images.count - from);
        const pixels = prepare(images, from, count, layout, preparation);
        const dims =
          layout === 'nchw'
            ? [count, images.channels, images.height, images.width]
            : [count, images.height, images.width, images.channels];
        const tensor =
          type === 'uint8'
            ? new runtime.Tensor('uint8', Uint8Array.from(pixels), dims)
            : new runtime.Tensor('float32', pixels, dims);
        let outputs: InferenceSession.OnnxValueMapType;
        try {
          outputs = await session.run({ [input]: tensor });
        } catch (error) {
          throw new InputError(
            `model ${name}: can't take images of ${images.height} × ${images.width} × ${images.channels} as ${dims.join(' × ')} (${firstLine(error)}).`,
          );
        }
        const scores = pickOutput(outputs, count, name);
        classes = scores.length / count;
        parts.push(scores);
        onProgress?.((from + count) / images.count);
      }
      const values = join(parts);
      if (!isProbabilities(values, classes)) softmaxRows(values, classes);
      return { values, classes };
    },
  };
}

async function readModel(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new InputError(
      `model ${path}: can't be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

function layoutOf(
  shape: readonly (number | string)[],
  { height, width, channels }: Images,
  name: string,
): 'nchw' | 'nhwc' {
  const fits = (dims: readonly number[]) =>
    shape.length === 4 &&
    dims.every((size, k) => typeof shape[k + 1] !== 'number' || shape[k + 1] === size);
  if (fits([channels, height, width])) return 'nchw';
  if (fits([height, width, channels])) return 'nhwc';
  throw new InputError(
    `model ${name}: its input is ${shape.join(' × ')}, the images are ${height} × ${width} × ${channels}. Give images of the size it was made for.`,
  );
}

function prepare(
  { height, width, channels, pixels }: Images,
  from: number,
  count: number,
  layout: 'nchw' | 'nhwc',
  { scale = 1, mean, deviation }: Preparation,
): Float32Array {
  const area = height * width;
  const size = area * channels;
  const out = new Float32Array(count * size);
  for (let n = 0; n < count; n++) {
    for (let at = 0; at < area; at++) {
      for (let c = 0; c < channels; c++) {
        const value =
          (pixels[(from + n) * size + at * channels + c] / scale - (mean?.[c] ?? 0)) /
          (deviation?.[c] ?? 1);
        out[n * size + (layout === 'nchw' ? c * area + at : at * channels + c)] = value;
      }
    }
  }
  return out;
}

/** `probabilities` or `logits` by name, else the first float output with one row an image. */
function pickOutput(
  outputs: InferenceSession.OnnxValueMapType,
  count: number,
  name: string,
): Float32Array {
  const names = Object.keys(outputs);
  const fits = (key: string) => {
    const tensor = outputs[key] as Tensor;
    return tensor.type === 'float32' && tensor.dims[0] === count && tensor.size / count >= 2;
  };
  const chosen = ['probabilities', 'logits', ...names].find(
    (key) => names.includes(key) && fits(key),
  );
  if (!chosen)
    throw new InputError(
      `model ${name}: none of its outputs (${names.join(', ')}) is a row of class scores per image.`,
    );
  return (outputs[chosen] as Tensor).data as Float32Array;
}

function isProbabilities(values: Float32Array, classes: number): boolean {
  for (let at = 0; at < values.length; at += classes) {
    let sum = 0;
    for (let c = 0; c < classes; c++) {
      if (values[at + c] < 0) return false;
      sum += values[at + c];
    }
    if (!(Math.abs(sum - 1) < 1e-3)) return false;
  }
  return true;
}

function softmaxRows(values: Float32Array, classes: number): void {
  for (let at = 0; at < values.length; at += classes) {
    let most = Number.NEGATIVE_INFINITY;
    for (let c = 0; c < classes; c++) most = Math.max(most, values[at + c]);
    let sum = 0;
    for (let c = 0; c < classes; c++) sum += values[at + c] = exp(values[at + c] - most);
    for (let c = 0; c < classes; c++) values[at + c] /= sum;
  }
}

function join(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const firstLine = (error: unknown) =>
  String((error as Error).message ?? error)
    .split('\n')[0]
    .slice(0, 200);
