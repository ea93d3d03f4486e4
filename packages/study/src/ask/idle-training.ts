import { type FitOptions, optionsRead } from '@cede/core';

/**
 * An option of training that none of the methods listens to. Told and not refused: people try one
 * method after the other with the same options.
 */
export interface IdleTraining {
  readonly option: keyof FitOptions;
  /** What the option is about: how networks are trained, the shape of a scorer, or what it sees. */
  readonly about: 'networks' | 'scorer' | 'features';
  /** Those that were asked for: bounds and baselines stand beside every comparison. */
  readonly methods: readonly string[];
}

/** What only the training of a network listens to. */
const OF_NETWORKS: readonly (keyof FitOptions)[] = [
  ...(['epochs', 'batch', 'hidden', 'learningRate', 'weightDecay'] as const),
  ...(['earlyStopping', 'members'] as const),
];

/** How to train, where none of these methods trains anything that way. */
export function idleTraining(names: readonly string[], training: FitOptions = {}): IdleTraining[] {
  const read = names.map((name) => optionsRead(name, training.scorer));
  const asked = names.filter((name) => name !== 'random' && name !== 'oracle');
  const methods = asked.length > 0 ? asked : names;
  const idle = (about: IdleTraining['about'], options: readonly (keyof FitOptions)[]) =>
    read.some((each) => each[about])
      ? []
      : options
          .filter((option) => training[option] !== undefined)
          .map((option) => ({ option, about, methods }));
  return [
    ...idle('networks', OF_NETWORKS),
    ...idle('scorer', ['scorer']),
    ...idle('features', ['features']),
  ];
}
