import { type Expert, exp, pow, type Stream, stream, type Table } from '../src/index.js';

/** A table drawn from a seed: soft predictions, a model and an expert with different strengths. */
export interface TableRecipe {
  readonly rows?: number;
  readonly classes?: number;
  readonly seed?: number;
  readonly expert?: Exclude<Expert['kind'], 'nobody'>;
  /** Numeric feature columns. */
  readonly columns?: number;
  readonly weight?: boolean;
  /** Votes as the truth instead of labels. */
  readonly labelVotes?: boolean;
}

export function randomTable(recipe: TableRecipe = {}): Table {
  const { rows = 200, classes = 4, seed = 1, expert = 'probabilities', columns = 0 } = recipe;
  const random = stream(seed, 'test table');
  const label = Int32Array.from({ length: rows }, () => random.below(classes));
  const model = probabilities(random, label, classes, 1.2);
  const strong = probabilities(random, label, classes, 2.2);
  return {
    rows,
    classes: Array.from({ length: classes }, (_, c) => `class ${c}`),
    ...(recipe.labelVotes
      ? {
          labelVotes: Float32Array.from(
            { length: rows * classes },
            (_, i) => random.below(3) + (label[Math.floor(i / classes)] === i % classes ? 3 : 0),
          ),
        }
      : { label }),
    model,
    experts: [{ name: 'expert', ...answers(expert, random, label, strong, classes) }],
    columns: Array.from({ length: columns }, (_, j) => ({
      name: `column ${j}`,
      values: Float32Array.from({ length: rows }, () => 5 * j + (j + 1) * random.normal()),
    })),
    ...(recipe.weight && {
      weight: Float32Array.from({ length: rows }, () => 0.25 + random.below(8) / 4),
    }),
  };
}

/** Model and expert known only by losses, or only as right and wrong; features are columns. */
export function classlessTable(kind: 'losses' | 'correct', rows = 200, seed = 1): Table {
  const random = stream(seed, 'classless test table');
  const hidden = Float32Array.from({ length: rows }, () => random.normal());
  const draw = (lean: number) =>
    Float32Array.from(hidden, (x) => {
      const chance = 1 / (1 + exp(-lean * x));
      return kind === 'losses' ? chance + random.uniform() : +(random.uniform() < chance);
    });
  const [model, expert] = [draw(1), draw(-1)];
  return {
    rows,
    classes: [],
    ...(kind === 'losses' ? { modelLoss: model } : { modelCorrect: model }),
    experts: [
      kind === 'losses'
        ? { name: 'expert', kind, losses: expert }
        : { name: 'expert', kind, correct: expert },
    ],
    columns: [
      { name: 'x', values: hidden },
      { name: 'noise', values: Float32Array.from(hidden, () => random.normal()) },
    ],
  };
}

function answers(
  kind: Exclude<Expert['kind'], 'nobody'>,
  random: Stream,
  label: Int32Array,
  strong: Float32Array,
  classes: number,
) {
  const right = () => random.uniform() < 0.8;
  switch (kind) {
    case 'probabilities':
      return { kind, probabilities: strong };
    case 'labels':
      return { kind, labels: label.map((truth) => (right() ? truth : random.below(classes))) };
    case 'votes':
      return {
        kind,
        votes: Float32Array.from(
          { length: label.length * classes },
          (_, i) =>
            random.below(2) +
            (label[Math.floor(i / classes)] === i % classes
              ? 1 + random.below(4)
              : i % classes === 0
                ? 1
                : 0),
        ),
      };
    case 'correct':
      return { kind, correct: Float32Array.from(label, () => +right()) };
    case 'losses':
      return { kind, losses: Float32Array.from(label, () => random.uniform()) };
  }
}

/** Softmax of noise plus a push towards the truth, in Float32 as a reader would give it. */
function probabilities(
  random: Stream,
  label: Int32Array,
  classes: number,
  strength: number,
): Float32Array {
  const p = new Float32Array(label.length * classes);
  label.forEach((truth, row) => {
    const powers = Array.from({ length: classes }, (_, c) =>
      exp(random.normal() + (c === truth ? strength * pow(random.uniform() * 3, 1) : 0)),
    );
    const total = powers.reduce((sum, value) => sum + value, 0);
    powers.forEach((value, c) => {
      p[row * classes + c] = value / total;
    });
  });
  return p;
}
