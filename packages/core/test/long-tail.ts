import { exp, permutation, stream, type Table } from '../src/index.js';

/**
 * A world where calibration matters: points around class centres, a model that knows the centres but
 * learned other class frequencies than it meets, and an expert with slightly wrong centres.
 * - `long-tail`: the model was trained on a long tail and meets every class equally often;
 * - `label-shift`: it was trained on equal classes and meets a long tail;
 * - `none`: it was trained on what it meets.
 */
export interface ShiftedWorld {
  readonly shift: 'long-tail' | 'label-shift' | 'none';
  readonly rows: number;
  readonly classes?: number;
  readonly seed?: number;
}

const WIDTH = 8;
/** How much rarer the last class is than the first: e^−4. */
const TAIL = 4;

export function shiftedWorld({ shift, rows, classes = 10, seed = 1 }: ShiftedWorld): Table {
  // One world a seed: other rows of it come from the same centres.
  const fixed = stream(seed, 'shifted world');
  const random = stream(seed + rows, 'shifted rows');
  const centres = Array.from({ length: classes }, () =>
    Array.from({ length: WIDTH }, () => 0.9 * fixed.normal()),
  );
  const blurred = centres.map((centre) => centre.map((value) => value + 0.3 * fixed.normal()));
  const tail = Array.from(permutation(classes, fixed), (place) => (-TAIL * place) / classes);
  const equal = new Array<number>(classes).fill(0);
  const met = shift === 'label-shift' ? tail : equal;
  const learned = shift === 'long-tail' ? tail : equal;
  const draw = drawer(met);
  const label = Int32Array.from({ length: rows }, () => draw(random.uniform()));
  const model = new Float32Array(rows * classes);
  const labels = new Int32Array(rows);
  for (let i = 0; i < rows; i++) {
    const x = centres[label[i]].map((value) => value + random.normal());
    softmax(logits(x, centres, learned)).forEach((p, c) => {
      model[i * classes + c] = p;
    });
    const theirs = logits(x, blurred, met);
    labels[i] = theirs.indexOf(Math.max(...theirs));
  }
  return {
    rows,
    classes: Array.from({ length: classes }, (_, c) => `class ${c}`),
    label,
    model,
    experts: [{ name: 'expert', kind: 'labels', labels }],
    columns: [],
  };
}

function drawer(logPriors: readonly number[]): (uniform: number) => number {
  const shares = softmax(logPriors);
  return (uniform) => {
    let left = uniform;
    const found = shares.findIndex((share) => {
      left -= share;
      return left < 0;
    });
    return found < 0 ? shares.length - 1 : found;
  };
}

function logits(
  x: readonly number[],
  centres: readonly (readonly number[])[],
  logPriors: readonly number[],
): number[] {
  return centres.map((centre, c) => {
    let distance = 0;
    for (let d = 0; d < WIDTH; d++) distance += (x[d] - centre[d]) ** 2;
    return logPriors[c] - distance / 2;
  });
}

function softmax(values: readonly number[]): number[] {
  const top = Math.max(...values);
  const powers = values.map((value) => exp(value - top));
  const sum = powers.reduce((total, value) => total + value, 0);
  return powers.map((value) => value / sum);
}
