import { exp, stream, type Table } from '@cede/core';

/**
 * Small tables with something to learn: the model is right where it is sure, the expert is good at
 * some classes and helped by a column.
 */
export interface World {
  readonly rows?: number;
  readonly seed?: number;
  readonly classes?: number;
  readonly expert?: 'probabilities' | 'labels' | 'votes';
  readonly columns?: boolean;
  readonly weight?: boolean;
  readonly id?: boolean;
  readonly names?: readonly string[];
}

export function world({
  rows = 400,
  seed = 1,
  classes = 3,
  expert = 'probabilities',
  columns = false,
  weight = false,
  id = true,
  names,
}: World = {}): Table {
  const random = stream(seed, 'world');
  const label = Int32Array.from({ length: rows }, () => random.below(classes));
  const skill = Float32Array.from({ length: rows }, () => random.normal());
  const model = answers(label, classes, random, () => 3 * random.uniform());
  const better = answers(label, classes, random, (i) =>
    label[i] === 0 || skill[i] > 0 ? 2.5 : 0.5,
  );
  return {
    rows,
    classes: names ?? Array.from({ length: classes }, (_, c) => String(c)),
    label,
    model,
    experts: [
      expert === 'probabilities'
        ? { name: 'expert', kind: 'probabilities', probabilities: better }
        : expert === 'labels'
          ? { name: 'expert', kind: 'labels', labels: highest(better, classes) }
          : { name: 'expert', kind: 'votes', votes: better.map((p) => Math.round(7 * p)) },
    ],
    columns: columns ? [{ name: 'skill', values: skill }] : [],
    ...(weight && { weight: Float32Array.from({ length: rows }, () => 0.5 + random.uniform()) }),
    ...(id && { id: Array.from({ length: rows }, (_, i) => `case-${seed}-${i}`) }),
  };
}

function answers(
  label: Int32Array,
  classes: number,
  random: ReturnType<typeof stream>,
  strength: (row: number) => number,
): Float32Array {
  const p = new Float32Array(label.length * classes);
  for (let i = 0; i < label.length; i++) {
    const force = strength(i);
    let sum = 0;
    for (let c = 0; c < classes; c++) {
      p[i * classes + c] = exp(random.normal() + (c === label[i] ? force : 0));
      sum += p[i * classes + c];
    }
    for (let c = 0; c < classes; c++) p[i * classes + c] /= sum;
  }
  return p;
}

function highest(p: Float32Array, classes: number): Int32Array {
  return Int32Array.from({ length: p.length / classes }, (_, i) => {
    const row = p.subarray(i * classes, (i + 1) * classes);
    return row.indexOf(Math.max(...row));
  });
}

/** Two language models on the same questions: no classes, only who was right and a few features. */
export function questions(kind: 'correct' | 'loss', rows = 400, seed = 1): string {
  const random = stream(seed, 'questions');
  const lines = [`id,model_${kind},expert_${kind},f_length,f_topic`];
  for (let i = 0; i < rows; i++) {
    const [length, topic] = [random.normal(), random.below(4)];
    const right = (ease: number) => +(random.uniform() < 1 / (1 + exp(-ease)));
    const [model, expert] = [right(1 - length), right(1 + 0.5 * topic)];
    const cell = (ok: number) =>
      kind === 'correct' ? ok : (ok ? 0.1 : 1.5) + 0.1 * random.uniform();
    lines.push(`q${i},${cell(model)},${cell(expert)},${length.toFixed(5)},${topic}`);
  }
  return `${lines.join('\n')}\n`;
}
