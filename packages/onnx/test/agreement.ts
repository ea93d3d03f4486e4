import { type Scorer, scoreRows } from '@cede/core';
import * as ort from 'onnxruntime-node';
import { scorerToOnnx } from '../src/index.js';
import type { Rows } from './random-scorer.js';

export interface Agreement {
  /** Largest |difference| / (1e-5 · max(1, |score|)): at most 1 is what we promise. */
  readonly worst: number;
  /** Rows whose decision differs though the score is further from the threshold than that. */
  readonly wrong: number;
  /** Rows whose decision differs at all. */
  readonly different: number;
  readonly deferred: number;
}

/** The graph in onnxruntime against core, with the threshold at the median score. */
export async function agreement(scorer: Scorer, input: Rows): Promise<Agreement> {
  const ours = scoreRows(scorer, input);
  const threshold = Float32Array.from(ours).sort()[ours.length >> 1];
  const { score, defer } = await runOnnx(scorerToOnnx({ scorer, thresholds: [threshold] }), input);
  let [worst, wrong, different, deferred] = [0, 0, 0, 0];
  for (let i = 0; i < ours.length; i++) {
    const margin = 1e-5 * Math.max(1, Math.abs(ours[i]));
    const gap = Math.abs(score[i] - ours[i]) / margin;
    if (!(gap <= worst)) worst = gap; // a NaN counts as the worst
    if (ours[i] <= threshold) deferred++;
    if (ours[i] <= threshold !== (defer[i] === 1)) {
      different++;
      if (Math.abs(ours[i] - threshold) > margin) wrong++;
    }
  }
  return { worst, wrong, different, deferred };
}

/** Runs a file over rows, a hundred thousand at a time so that a million fit into memory. */
export async function runOnnx(
  file: Uint8Array,
  input: Rows,
): Promise<{ score: Float32Array; defer: Uint8Array }> {
  const session = await ort.InferenceSession.create(file, { intraOpNumThreads: 1 });
  const score = new Float32Array(input.rows);
  const defer = new Uint8Array(input.rows);
  const width = input.columns.length;
  const classes = input.model ? input.model.length / input.rows : 0;
  for (let from = 0; from < input.rows; from += 100_000) {
    const rows = Math.min(100_000, input.rows - from);
    const feeds: Record<string, ort.Tensor> = {};
    if (session.inputNames.includes('probabilities')) {
      const part = input.model!.slice(from * classes, (from + rows) * classes);
      feeds.probabilities = new ort.Tensor('float32', part, [rows, classes]);
    }
    if (session.inputNames.includes('columns')) {
      const part = new Float32Array(rows * width);
      for (let i = 0; i < part.length; i++)
        part[i] = input.columns[i % width].values[from + Math.floor(i / width)];
      feeds.columns = new ort.Tensor('float32', part, [rows, width]);
    }
    input.blocks?.forEach(({ width, values }, b) => {
      const part = values.slice(from * width, (from + rows) * width);
      feeds[`block_${b}`] = new ort.Tensor('float32', part, [rows, width]);
    });
    const result = await session.run(feeds);
    score.set(result.score.data as Float32Array, from);
    defer.set(result.defer.data as Uint8Array, from);
  }
  await session.release();
  return { score, defer };
}
