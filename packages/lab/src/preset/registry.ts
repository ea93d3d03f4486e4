import { InputError } from '@cede/core';
import { PAPER_TABLE } from '../paper/table.js';
import type { Preset } from './preset.js';
import { CIFAR10_SETTINGS, DIGITS_SETTINGS, PAPER_SETTINGS, type Setting } from './setting.js';

/** The question a preset asks of its networks: which methods, seen how. */
interface Study {
  /** Added to the setting's name; empty for the main comparison. */
  readonly suffix: string;
  readonly title: string;
  readonly methods: readonly string[];
  readonly targets: readonly string[];
}

const MAIN = ['conf', 'two-stage', 'diff01', 'maxprob', 'drcpe-gce', 'drcpe-prob01'];
const BOUNDS = ['random', 'oracle'];

const COMPARISON: Study = {
  suffix: '',
  title: '',
  methods: [...MAIN, 'linear', ...BOUNDS],
  targets: ['accuracy'],
};

/** The loss behind the ideal weights × its temperature, zero-one beside the paper's three. */
const LOSSES: Study = {
  suffix: '-losses',
  title: ', losses',
  methods: [
    ...['gce', 'prob01', 'top5', 'zeroone'].flatMap((loss) => [
      `drcpe-${loss}`,
      `drcpe-${loss}-g1`,
    ]),
    ...BOUNDS,
  ],
  targets: ['accuracy'],
};

const TOP_FIVE: Study = {
  suffix: '-top5',
  title: ', accuracy and top-5',
  methods: [...MAIN, 'drcpe-top5', ...BOUNDS],
  targets: ['accuracy', 'top5'],
};

const RATIOS: Study = {
  suffix: '-ratios',
  title: ', ratio losses',
  methods: [
    ...['gce', 'prob01'].flatMap((loss) =>
      ['', '-logistic', '-lsif', '-kliep'].map((ratio) => `drcpe-${loss}${ratio}`),
    ),
    ...BOUNDS,
  ],
  targets: ['accuracy'],
};

/** Top-5 is asked only where there are many classes. */
const studiesOf = ({ dataset }: Setting): Study[] =>
  dataset === 'cifar100' ? [COMPARISON, LOSSES, TOP_FIVE, RATIOS] : [COMPARISON, LOSSES, RATIOS];

function ask(setting: Setting, study: Study): Preset {
  const name = `${setting.name}${study.suffix}`;
  return {
    format: 'cede/preset',
    version: 1,
    ...setting,
    name,
    title: `${setting.title}${study.title}`,
    methods: study.methods,
    targets: study.targets,
    rates: [0.05, 0.1, 0.15, 0.2, 0.25, 0.5, 0.75],
    seed: 1,
    seeds: 11,
    networkSeeds: 1,
    scorer: { epochs: 100, batch: 128 },
    paper: PAPER_TABLE.some((block) => block.preset === name) ? name : null,
  };
}

const PRESETS: ReadonlyMap<string, Preset> = new Map(
  [
    ...[...DIGITS_SETTINGS, ...CIFAR10_SETTINGS].map((setting) => ask(setting, COMPARISON)),
    ...PAPER_SETTINGS.flatMap((setting) => studiesOf(setting).map((study) => ask(setting, study))),
  ].map((preset) => [preset.name, preset]),
);

/** Every preset that comes with the project: digits and short ones first, then the paper's. */
export function listPresets(): readonly Preset[] {
  return [...PRESETS.values()];
}

export function findPreset(name: string): Preset {
  const preset = PRESETS.get(name);
  if (preset) return preset;
  const [family] = name.split('-');
  const near = [...PRESETS.keys()].filter((known) => known.startsWith(family));
  const shown = near.length > 0 ? near : [...PRESETS.keys()];
  throw new InputError(
    `there is no preset '${name}'; there are ${shown.slice(0, 8).join(', ')}` +
      `${shown.length > 8 ? ', …' : ''} (see \`cede lab list\`), or give a file that ends in .json.`,
  );
}
