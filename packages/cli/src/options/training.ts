import type { FeatureKind, FitOptions, ScorerShape } from '@cede/core';
import type { Command } from 'commander';
import { addOptions } from './command.js';

/** The flags of everything that trains a scorer. */
export interface TrainingFlags {
  seed: number;
  epochs?: number;
  batch?: number;
  hidden?: number[];
  scorer?: ScorerShape;
  probabilityFeatures?: FeatureKind;
  learningRate?: number;
  weightDecay?: number;
  earlyStopping?: boolean;
}

/** The shape of every scorer that is trained; `auto` chooses among those of the shape. */
export const SCORER = {
  '--scorer <shape>': 'the shape of scorers: network, or linear (a straight rule in closed form)',
};

const TRAINING = {
  '--seed <n>': 'random seed',
  '--epochs <n>': 'passes over the rows (default: 100)',
  '--batch <n>': 'rows per step (default: 128)',
  '--hidden <widths>': 'hidden layers (default: 64,16)',
  ...SCORER,
  '--probability-features <kind>': "what the scorer sees of the model's probabilities",
  '--learning-rate <x>': "Adam's step (default: 0.0007)",
  '--weight-decay <x>': 'L2 penalty (default: 0.001)',
  '--early-stopping': 'keep a tenth of the rows aside and stop when they get no better',
};

export const addTrainingFlags = (command: Command): Command =>
  addOptions(command.optionsGroup('Training:'), TRAINING, {
    defaults: { seed: 0 },
    formerly: { '--inputs <kind>': 'probability-features' },
  });

/** Only what was asked for, so that defaults stay in one place. */
export function fitOptions(flags: TrainingFlags): FitOptions {
  const { seed, epochs, batch, hidden, learningRate, weightDecay, scorer } = flags;
  const options = {
    ...{ seed, epochs, batch, hidden, learningRate, weightDecay, scorer },
    features: flags.probabilityFeatures,
    earlyStopping: flags.earlyStopping ? {} : undefined,
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
