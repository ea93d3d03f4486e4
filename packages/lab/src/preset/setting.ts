import type { Preset } from './preset.js';
import {
  CIFAR_TRAINING,
  CIFAR10_SHORT_TRAINING,
  DIGITS_MODEL,
  DIGITS_TRAINING,
  MEDMNIST_TRAINING,
} from './schedule.js';

/** What the networks are trained on: everything of a preset but its question. */
export type Setting = Pick<
  Preset,
  'name' | 'title' | 'dataset' | 'corruption' | 'model' | 'expert' | 'training'
>;

type Corruption = NonNullable<Preset['corruption']>;

const MAMMALS = [
  'aquatic_mammals',
  'large_carnivores',
  'large_omnivores_and_herbivores',
  'medium_mammals',
  'small_mammals',
];
const TUMOURS = ['lymphocytes', 'cancer-associated stroma', 'colorectal adenocarcinoma epithelium'];
const MELANOCYTIC = ['melanoma', 'melanocytic nevi'];

// Under noise and a long tail both networks learn from the corrupted examples; a specialist is the
// expert alone (the printed accuracies of the model are those of the clean block).
const noise = (classes: number): Corruption => ({ kind: 'label-noise', classes, applies: 'both' });
const tail = (head: number): Corruption => ({ kind: 'long-tail', head, applies: 'both' });
const specialist = (percent: number, specialists: readonly (string | number)[]): Corruption => ({
  kind: 'specialist',
  percent,
  specialists,
  applies: 'expert',
});

function setting(
  dataset: string,
  title: string,
  training: Setting['training'],
  [model, expert]: readonly [number, number],
  corruption: Corruption | null,
): Setting {
  const { short, long } = wordsOf(corruption);
  return {
    name: `${dataset}-${short}-${model}-${expert}`,
    title: `${title} ${long} [${model}-${expert}]`,
    dataset,
    corruption,
    model: { depth: model },
    expert: { depth: expert },
    training,
  };
}

function wordsOf(corruption: Corruption | null): { short: string; long: string } {
  switch (corruption?.kind) {
    case 'label-noise':
      return {
        short: `label-noise${corruption.classes}`,
        long: `label noise(${corruption.classes})`,
      };
    case 'long-tail':
      return { short: `long-tail${corruption.head}`, long: `long tail(${corruption.head})` };
    case 'specialist':
      return {
        short: `specialist${corruption.percent}`,
        long: `specialist(${corruption.percent})`,
      };
    default:
      return { short: 'clean', long: 'clean' };
  }
}

/** CIFAR-100 with both pairs of networks; only it has enough classes for noise(10) and tails. */
const CIFAR100 = ([14, 8] as const).flatMap((model) => {
  const pair = model === 14 ? ([14, 56] as const) : ([8, 32] as const);
  return [
    null,
    noise(10),
    noise(25),
    tail(50),
    tail(25),
    specialist(20, MAMMALS),
    specialist(10, MAMMALS),
  ].map((corruption) => setting('cifar100', 'CIFAR-100', CIFAR_TRAINING, pair, corruption));
});

const MEDICAL = [
  ...[null, specialist(20, TUMOURS), specialist(10, TUMOURS)].map((corruption) =>
    setting('pathmnist', 'PathMNIST', MEDMNIST_TRAINING, [8, 14], corruption),
  ),
  ...[null, specialist(20, MELANOCYTIC), specialist(10, MELANOCYTIC)].map((corruption) =>
    setting('dermamnist', 'DermaMNIST', MEDMNIST_TRAINING, [8, 8], corruption),
  ),
];

export const PAPER_SETTINGS: readonly Setting[] = [...CIFAR100, ...MEDICAL];

/** A minute each, without a network: the corruptions of the paper at the size of 1,797 digits. */
export const DIGITS_SETTINGS: readonly Setting[] = (
  [
    ['clean', null],
    ['label-noise', noise(3)],
    ['long-tail', { ...tail(4), headLimit: 60, tailLimit: 6 }],
    ['specialist', specialist(10, [3, 5, 8, 9])],
  ] as const
).map(([name, corruption]) => ({
  ...setting('digits', 'Digits', DIGITS_TRAINING, [8, 8], corruption),
  name: `digits-${name}`,
  model: { depth: 8, training: DIGITS_MODEL },
}));

/** An hour on two cores where the paper's schedules take days: an expert of animals. */
export const CIFAR10_SETTINGS: readonly Setting[] = [null, specialist(20, ['animals'])].map(
  (corruption) => setting('cifar10', 'CIFAR-10', CIFAR10_SHORT_TRAINING, [8, 20], corruption),
);
