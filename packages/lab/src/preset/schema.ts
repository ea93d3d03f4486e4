import { type Constraint, constraint } from '@cede/core';

const { whole, number, text } = constraint;

const NAME = text(/^[a-z0-9][a-z0-9.:-]*$/, 'a name of small letters, digits and dashes');
const APPLIES: Constraint = { kind: 'one of', values: ['model', 'expert', 'both'] };

const CORRUPTION: Constraint = {
  kind: 'variant',
  by: 'kind',
  of: {
    'label-noise': {
      kind: 'object',
      fields: { kind: NAME, applies: APPLIES, classes: whole(1, 256) },
    },
    'long-tail': {
      kind: 'object',
      fields: {
        kind: NAME,
        applies: APPLIES,
        head: whole(1, 255),
        headLimit: whole(1, 1e9),
        tailLimit: whole(1, 1e9),
      },
      optional: ['headLimit', 'tailLimit'],
    },
    specialist: {
      kind: 'object',
      fields: {
        kind: NAME,
        applies: APPLIES,
        percent: number(0, 100),
        specialists: {
          kind: 'list',
          of: {
            kind: 'either',
            of: [text(/./, 'a name'), whole(0, 255)],
            like: 'a class, its label, or a group of classes',
          },
          atLeast: 1,
          unique: true,
        },
      },
    },
  },
};

const TRAINING_FIELDS: Readonly<Record<string, Constraint>> = {
  epochs: whole(1, 10_000),
  batch: whole(1, 1024),
  learningRate: number(1e-6, 100),
  momentum: number(0, 0.9999),
  weightDecay: number(0, 1),
  warmupEpochs: whole(0, 10_000),
  milestones: { kind: 'list', of: whole(1, 10_000), atLeast: 0, rising: true },
  decay: number(1e-6, 1),
  augmentation: { kind: 'object', fields: { pad: whole(0, 64), flip: { kind: 'flag' } } },
};
const TRAINING: Constraint = { kind: 'object', fields: TRAINING_FIELDS };

/** ResNets have 6n+2 layers. */
const DEPTHS = [8, 14, 20, 26, 32, 38, 44, 50, 56, 110];
const NETWORK: Constraint = {
  kind: 'object',
  fields: {
    depth: { kind: 'one of', values: DEPTHS },
    training: { kind: 'object', fields: TRAINING_FIELDS, optional: Object.keys(TRAINING_FIELDS) },
  },
  optional: ['training'],
};

export const PRESET: Constraint = {
  kind: 'object',
  fields: {
    format: { kind: 'one of', values: ['cede/preset'] },
    version: { kind: 'one of', values: [1] },
    name: NAME,
    title: text(/\S/, 'a title'),
    dataset: NAME,
    corruption: {
      kind: 'either',
      of: [{ kind: 'null' }, CORRUPTION],
      like: 'null or an object with its kind',
    },
    model: NETWORK,
    expert: NETWORK,
    training: TRAINING,
    methods: { kind: 'list', of: NAME, atLeast: 1, unique: true },
    targets: {
      kind: 'list',
      of: text(/^(accuracy|top[1-9]\d*)$/, 'accuracy or top5 (any number)'),
      atLeast: 1,
      unique: true,
    },
    rates: { kind: 'list', of: number(0, 1), atLeast: 1, rising: true },
    seed: whole(0, Number.MAX_SAFE_INTEGER),
    splitSeed: whole(0, Number.MAX_SAFE_INTEGER),
    firstNetworkSeed: whole(0, Number.MAX_SAFE_INTEGER),
    split: { kind: 'one of', values: ['drawn', 'first'] },
    seeds: whole(1, 1000),
    networkSeeds: whole(1, 100),
    scorer: { kind: 'object', fields: { epochs: whole(1, 100_000), batch: whole(1, 1e6) } },
    paper: { kind: 'either', of: [{ kind: 'null' }, NAME], like: 'null or the name of a block' },
  },
  optional: ['splitSeed', 'firstNetworkSeed', 'split'],
};
