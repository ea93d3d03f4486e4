import type { FeatureKind, FitOptions, ScorerShape } from '@cede/core';
import { type Command, Option } from 'commander';
import { number, whole, widths } from './numbers.js';
import { standsFor } from './repeats.js';

/** The flags of everything that trains a scorer. */
export interface TrainingFlags {
  seed: number;
  epochs?: number;
  batch?: number;
  hidden?: number[];
  scorer?: ScorerShape;
  probabilityFeatures?: FeatureKind;
  /** The former name of that. */
  inputs?: 'paper' | 'full';
  learningRate?: number;
  weightDecay?: number;
  earlyStopping?: boolean;
}

export function addTrainingFlags(command: Command): Command {
  return command
    .optionsGroup('Training:')
    .option('--seed <n>', 'every random choice hangs on it', whole('--seed', 0), 0)
    .option('--epochs <n>', 'passes over the rows (default: 100)', whole('--epochs', 1))
    .option('--batch <n>', 'rows per step (default: 128)', whole('--batch', 1))
    .option('--hidden <widths>', 'hidden layers (default: 64,16)', widths('--hidden'))
    .addOption(scorerOption())
    .addOption(
      new Option(
        '--probability-features <kind>',
        "what the scorer sees of the model's probabilities",
      ).choices(['paper', 'full', 'calibrated']),
    )
    .addOption(formerInputs())
    .option('--learning-rate <x>', "Adam's step (default: 0.0007)", number('--learning-rate', 0))
    .option('--weight-decay <x>', 'L2 penalty (default: 0.001)', number('--weight-decay', 0))
    .option('--early-stopping', 'keep a tenth of the rows aside and stop when they get no better');
}

/** The shape of every scorer that is trained; `auto` chooses among those of the shape. */
export function scorerOption(): Option {
  return new Option(
    '--scorer <shape>',
    'the shape of scorers: network, or linear (a straight rule in closed form)',
  ).choices(['network', 'linear']);
}

function formerInputs(): Option {
  const option = new Option('--inputs <kind>').choices(['paper', 'full']).hideHelp();
  standsFor(option, 'probabilityFeatures');
  return option;
}

/** Only what was asked for, so that defaults stay in one place. */
export function fitOptions(flags: TrainingFlags): FitOptions {
  const { seed, epochs, batch, hidden, learningRate, weightDecay } = flags;
  const options = {
    seed,
    epochs,
    batch,
    hidden,
    learningRate,
    weightDecay,
    scorer: flags.scorer,
    features: flags.probabilityFeatures ?? flags.inputs,
    earlyStopping: flags.earlyStopping ? {} : undefined,
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
