import type { InputRows } from '../features/input-rows.js';
import { inputFeatures } from '../features/row.js';
import { denseCount } from '../features/spec.js';
import { recordWriter } from '../kernel/feature-records.js';
import { createKernel, hasKernel } from '../kernel/instance.js';
import { planNetwork } from '../kernel/plan.js';
import type { NetworkShape } from '../network/network.js';
import { outputsOf } from './reference.js';
import { createShareScore, outputsOfScorer, type Scorer } from './scorer.js';

/** A scorer made ready to run: weights in place, buffers reserved, nothing allocated per call. */
export interface ScorerRunner {
  /** Scores of rows [from, from + count) into `out` (count × outputs). */
  score(input: InputRows, from: number, count: number, out: Float32Array): void;
}

const CHUNK = 1024;

/** The fastest way to score rows here: the WebAssembly kernel, or plain TypeScript. */
export function createRunner(scorer: Scorer): ScorerRunner {
  if (scorer.combine === 'confidence')
    return {
      score: (input, from, count, out) => addConfidence(scorer, input, from, count, out, 1),
    };
  return hasKernel() ? kernelRunner(scorer) : referenceRunner(scorer);
}

/** The last scorer's: made ready anew, it takes longer than scoring 2,048 rows. */
let last: Scorer;
let runner: ScorerRunner;

/** Scores of a whole table, rows × outputs. */
export function scoreRows(scorer: Scorer, input: InputRows): Float32Array {
  const scores = new Float32Array(input.rows * outputsOfScorer(scorer));
  if (last !== scorer) runner = createRunner(scorer);
  last = scorer;
  runner.score(input, 0, input.rows, scores);
  return scores;
}

function kernelRunner(scorer: Scorer): ScorerRunner {
  const kernel = createKernel();
  const shape: NetworkShape = scorer.networks[0];
  const plans = scorer.networks.map((network) => {
    const plan = planNetwork(kernel, shape, false);
    plan.load(network);
    return plan;
  });
  const [{ stride }] = plans;
  const constant = shape.hidden.length > 0 ? 1 : 0;
  const writer = recordWriter(kernel, plans[0], scorer.features, constant, true);
  const records = kernel.reserve(CHUNK * stride * 4);
  const { outputs } = shape;
  const out = kernel.reserve(CHUNK * outputs * 4);
  const share = 1 / plans.length;
  const kind = scorer.head === 'softplus' ? 3 : 0;
  const scores = kernel.floats(out, CHUNK * outputs);
  const sign = scorer.combine === 'confidence-minus-network' ? -1 : 1;
  const shareScore = scorer.combine === 'share-difference' ? createShareScore(scorer) : undefined;
  const rows = kernel.floats(records, CHUNK * stride);
  const answers = kernel.ints(records, CHUNK * stride);
  const answerAt = plans[0].dense;

  return {
    score(input, from, count, target) {
      for (let done = 0; done < count; done += CHUNK) {
        const chunk = Math.min(CHUNK, count - done);
        writer.write(input, from + done, chunk, records);
        const numbers = chunk * outputs;
        for (let i = 0; i < numbers; i++) scores[i] = 0;
        for (let n = 0; n < plans.length; n++)
          kernel.exports.score(plans[n].address, records, chunk, kind, out, share);
        if (shareScore) {
          for (let i = 0; i < chunk; i++) {
            const at = i * stride;
            target[done + i] = shareScore(scores, i * outputs, rows, at, answers[at + answerAt]);
          }
          continue;
        }
        const at = done * outputs;
        for (let i = 0; i < numbers; i++) target[at + i] = sign * scores[i];
      }
      if (sign < 0) addConfidence(scorer, input, from, count, target, outputs);
    },
  };
}

function referenceRunner(scorer: Scorer): ScorerRunner {
  const { features, networks, head } = scorer;
  const dense = new Float32Array(denseCount(features));
  const outputs = outputsOfScorer(scorer);
  const sign = scorer.combine === 'confidence-minus-network' ? -1 : 1;
  const shareScore = scorer.combine === 'share-difference' ? createShareScore(scorer) : undefined;
  const numbers = new Float32Array(networks[0].outputs);
  return {
    score(input, from, count, target) {
      for (let i = 0; i < count; i++) {
        const row = from + i;
        const classIndex = inputFeatures(features, input, row, dense, 0);
        const means = (o: number) =>
          networks.reduce(
            (mean, network) =>
              mean + outputsOf(network, dense, classIndex, head)[o] / networks.length,
            0,
          );
        if (shareScore) {
          for (let o = 0; o < numbers.length; o++) numbers[o] = means(o);
          target[i] = shareScore(numbers, 0, dense, 0, Math.max(0, classIndex));
        } else for (let o = 0; o < outputs; o++) target[i * outputs + o] = sign * means(o);
      }
      if (sign < 0) addConfidence(scorer, input, from, count, target, outputs);
    },
  };
}

/** Adds max_y p_y to each row's scores (`confidence` alone starts from zero). */
function addConfidence(
  scorer: Scorer,
  input: InputRows,
  from: number,
  count: number,
  target: Float32Array,
  outputs: number,
): void {
  const { classes } = scorer.features;
  const { model } = input;
  for (let i = 0; i < count; i++) {
    let largest = 0;
    const start = (from + i) * classes;
    for (let c = 0; c < classes; c++) if (model![start + c] > largest) largest = model![start + c];
    for (let o = 0; o < outputs; o++) {
      const at = i * outputs + o;
      target[at] = scorer.combine === 'confidence' ? largest : target[at] + largest;
    }
  }
}
