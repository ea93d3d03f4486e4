import { decodeFloats, encodeFloats } from '../encoding/base64.js';
import { insist } from '../error.js';
import type { Trees } from './tree.js';

/** Two sums of trees: how likely the model is right, and how likely the expert is, as logits. */
export interface TreePair {
  /** What the difference of the two chances weighs in the score. */
  readonly share: number;
  readonly model: Trees;
  readonly expert: Trees;
}

/** What a reader of a policy must know to score with trees (`requires`). */
export const TREES = 'trees';

/** Trees as a policy holds them. */
export interface StoredTrees {
  readonly start: number;
  readonly nodes: number;
  readonly trees: number;
  readonly inputs: string;
  readonly values: string;
  readonly lefts: string;
  readonly roots: string;
}

/** Trees as text; whole numbers this small are exact in float32. */
export function storeTrees({ start, inputs, values, lefts, roots }: Trees): StoredTrees {
  const whole = (numbers: Int32Array) => encodeFloats(Float32Array.from(numbers));
  return {
    ...{ start, nodes: inputs.length, trees: roots.length, inputs: whole(inputs) },
    ...{ values: encodeFloats(values), lefts: whole(lefts), roots: whole(roots) },
  };
}

/** Reads them back; refuses nodes that ask for what is not there (an answer without classes), or lead back. */
export function readTrees(stored: StoredTrees, width: number, hasAnswer = true): Trees {
  const whole = (text: string, count: number, what: string) => {
    const numbers = decodeFloats(text, count, `trees, ${what}`);
    insist(numbers.every(Number.isInteger), () => `trees, ${what}: a number is not whole.`);
    return Int32Array.from(numbers);
  };
  const { start, nodes, trees } = stored;
  insist(Number.isFinite(start), () => `trees: they start from ${start}.`);
  const inputs = whole(stored.inputs, nodes, 'inputs');
  const lefts = whole(stored.lefts, nodes, 'children');
  const roots = whole(stored.roots, trees, 'roots');
  const values = decodeFloats(stored.values, nodes, 'trees, values');
  insist(values.every(Number.isFinite), () => 'trees: a value is not a finite number.');
  insist(
    inputs.every((input) => input >= -1 && input < (hasAnswer ? width : width - 1)),
    () => `trees: a node asks for an input that is not there (there are ${width}).`,
  );
  // Children stand behind their parent, so that every walk ends.
  insist(
    lefts.every((left, k) => inputs[k] < 0 || (left > k && left + 1 < nodes)),
    () => 'trees: a child does not stand behind its node.',
  );
  insist(
    roots.every((root) => root >= 0 && root < nodes),
    () => 'trees: a root is not there.',
  );
  return { width, start, inputs, values, lefts, roots };
}
