import { writeFileSync } from 'node:fs';
import { stream } from '@cede/core';
import { writeTable } from '@cede/data/node';
import { questions, world } from '../worlds.js';

/** Commands whose every output byte is kept: a change of one is either meant or a mistake. */
export interface GoldenCommand {
  readonly name: string;
  readonly words: readonly string[];
  readonly stdin?: string;
}

const short = ['--epochs', '2', '--seeds', '2', '--jobs', '2'];
/** With the straight rule unless told: what `auto` chooses takes seconds, and two commands ask it. */
const compare = (name: string, ...words: string[]): GoldenCommand => {
  const chooses = words.includes('--method') || name === 'compare-defaults';
  const method = chooses ? [] : ['--method', 'linear'];
  return { name, words: ['compare', ...words, ...method, '--out', name, ...short] };
};
const run = (name: string, ...words: string[]): GoldenCommand => ({ name, words });
const network = ['--method', 'drcpe-gce', '--epochs', '2'];

/** In order: later ones read what earlier ones wrote. */
export const COMMANDS: readonly GoldenCommand[] = [
  run('check', 'check', 'fit.csv'),
  run('check-json', 'check', 'fit.csv', '--json'),
  run('check-verdict', 'check', 'fit.csv', '--verdict', '--epochs', '2', '--json'),
  run('check-verdict-words', 'check', 'questions.csv', '--verdict', '--method', 'linear'),
  run('check-costs', 'check', 'priced.csv', '--cost-matrix', 'matrix.csv'),
  run('check-groups', 'check', 'grouped.csv', '--json'),
  compare('compare-defaults', 'fit.csv', 'test.csv'),
  compare(
    'compare-auto',
    'fit.csv',
    'test.csv',
    '--method',
    'auto',
    '--methods',
    'auto,conf,linear',
  ),
  compare(
    'compare-weights',
    'weighted.csv',
    '--test-share',
    '0.5',
    '--methods',
    'conf,linear,diff01',
  ),
  compare('compare-labels', 'labels.csv', '--test-share', '0.5', '--paper'),
  compare('compare-votes', 'votes.csv', '--test-share', '0.5', '--methods', 'conf,linear,diff01'),
  compare('compare-groups', 'grouped.csv', '--test-share', '0.5', '--methods', 'conf,drcpe-gce'),
  compare(
    'compare-costs',
    'priced.csv',
    '--test-share',
    '0.5',
    '--error-cost',
    '5',
    '--methods',
    'conf,linear',
  ),
  compare(
    'compare-budget',
    'priced.csv',
    '--test-share',
    '0.5',
    '--budget',
    '0.5',
    '--methods',
    'conf,linear',
  ),
  compare(
    'compare-matrix',
    'priced.csv',
    '--test-share',
    '0.5',
    '--cost-matrix',
    'matrix.csv',
    '--methods',
    'conf,linear',
  ),
  compare('compare-questions', 'questions.csv', '--test-share', '0.5'),
  compare('compare-losses', 'losses.csv', '--test-share', '0.5'),
  compare(
    'compare-reject',
    'fit.csv',
    'test.csv',
    '--method',
    'reject',
    '--methods',
    'reject,conf',
  ),
  compare(
    'compare-experts',
    'experts.csv',
    '--test-share',
    '0.5',
    '--expert',
    'anna=expert1_label',
    '--expert',
    'ben=expert2_label',
    '--methods',
    'conf,linear',
  ),
  run('fit', 'fit', 'fit.csv', '-o', 'fit.json', ...network, '--rate', '0.2'),
  run('fit-auto', 'fit', 'fit.csv', '-o', 'auto.json', '--epochs', '2'),
  run('fit-costs', 'fit', 'priced.csv', '-o', 'priced.json', ...network, '--budget', '0.5'),
  run(
    'fit-questions',
    'fit',
    'questions.csv',
    '-o',
    'questions.json',
    '--method',
    'linear',
    '--rate',
    '0.3',
  ),
  run('fit-reject', 'fit', 'fit.csv', '-o', 'reject.json', '--method', 'reject', '--epochs', '2'),
  run('tune-rate', 'tune', 'fit.json', '--rate', '0.35', '-o', 'rate.json'),
  run('tune-cost', 'tune', 'fit.json', '--cost', '0.05', '-o', 'cost.json', '--json'),
  run('tune-ratio', 'tune', 'fit.json', '--ratio', '1', '-o', 'ratio.json'),
  run(
    'tune-max-error',
    'tune',
    'fit.json',
    'test.csv',
    '--max-error',
    '0.5',
    '-o',
    'max-error.json',
  ),
  run('tune-max-rate', 'tune', 'fit.json', 'test.csv', '--max-rate', '0.4', '-o', 'max-rate.json'),
  run(
    'tune-min-gain',
    'tune',
    'fit.json',
    'test.csv',
    '--min-gain',
    '0',
    '-o',
    'min-gain.json',
    '--json',
  ),
  run('tune-none', 'tune', 'fit.json', 'test.csv', '--max-error', '0.01', '-o', 'none.json'),
  run('tune-dial', 'tune', 'fit.json', 'test.csv', '--dial', '--json'),
  run(
    'tune-budget',
    'tune',
    'priced.json',
    'priced-test.csv',
    '--budget',
    '0.9',
    '--confidence',
    '0.9',
    '-o',
    'budget.json',
  ),
  run(
    'tune-groups',
    'tune',
    'fit.json',
    'grouped.csv',
    '--group',
    'group',
    '--per-group',
    'error',
    '--max-error',
    '0.55',
    '-o',
    'groups.json',
  ),
  run('evaluate', 'evaluate', 'fit.json', 'test.csv'),
  run('evaluate-json', 'evaluate', 'max-error.json', 'test.csv', '--json'),
  run('evaluate-groups', 'evaluate', 'fit.json', 'grouped.csv', '--group', 'group'),
  run('evaluate-costs', 'evaluate', 'priced.json', 'priced-test.csv', '--error-cost', '5'),
  run('evaluate-reject', 'evaluate', 'reject.json', 'test.csv'),
  {
    name: 'decide',
    words: ['decide', 'fit.json'],
    stdin: '{"id":"a","probs":[0.7,0.2,0.1]}\n{"probs":[2]}\n{"probs":[0.4,0.3,0.3]}\n',
  },
  run('decide-top', 'decide', 'fit.json', 'test.csv', '--top', '5'),
  run('export', 'export', 'fit.json', '--onnx', 'fit.onnx'),
  run('lab-run', 'lab', 'run', 'preset.json', '--out', 'lab', '--jobs', '2', '--quiet'),
  run('lab-table', 'lab', 'table', 'lab'),
  run('lab-figures', 'lab', 'figures', 'lab'),
];

/** The tables that the commands read. */
export async function writeInputs(at: (name: string) => string): Promise<void> {
  await writeTable(at('fit.csv'), world({ rows: 500 }));
  await writeTable(at('test.csv'), world({ rows: 400, seed: 2 }));
  await writeTable(at('labels.csv'), world({ rows: 600, seed: 3, expert: 'labels' }));
  await writeTable(at('votes.csv'), world({ rows: 600, seed: 4, expert: 'votes' }));
  await writeTable(at('weighted.csv'), world({ rows: 600, seed: 5, weight: true, columns: true }));
  const random = stream(6, 'golden');
  const grouped = world({ rows: 600, seed: 6 });
  await writeTable(at('grouped.csv'), {
    ...grouped,
    group: {
      names: ['north', 'south'],
      index: Int32Array.from({ length: grouped.rows }, () => random.below(2)),
    },
    cluster: {
      names: Array.from({ length: 200 }, (_, k) => `c${k}`),
      index: Int32Array.from({ length: grouped.rows }, () => random.below(200)),
    },
  });
  for (const [name, seed] of [
    ['priced.csv', 7],
    ['priced-test.csv', 17],
  ] as const) {
    const priced = world({ rows: 600, seed });
    await writeTable(at(name), {
      ...priced,
      modelCost: new Float32Array(priced.rows).fill(0.125),
      experts: priced.experts.map((expert) => ({
        ...expert,
        cost: Float32Array.from({ length: priced.rows }, () => 1 + random.below(3)),
      })),
    });
  }
  const several = world({ rows: 600, seed: 8, expert: 'labels' });
  const other = world({ rows: 600, seed: 9, expert: 'labels' });
  await writeTable(at('experts.csv'), {
    ...several,
    experts: [
      { ...several.experts[0], name: 'anna' },
      { ...other.experts[0], name: 'ben' },
    ],
  });
  writeFileSync(at('questions.csv'), questions('correct', 600));
  writeFileSync(at('losses.csv'), questions('loss', 600));
  writeFileSync(at('matrix.csv'), 'truth,0,1,2\n0,0,4,1\n1,1,0,1\n2,1,2,0\n');
  writeFileSync(at('preset.json'), JSON.stringify(PRESET));
}

const PRESET = {
  format: 'cede/preset',
  version: 1,
  name: 'tiny',
  title: 'Tiny digits',
  dataset: 'digits',
  corruption: { kind: 'specialist', percent: 20, specialists: [3, 5, 8, 9], applies: 'expert' },
  model: { depth: 8 },
  expert: { depth: 8 },
  training: {
    momentum: 0.9,
    weightDecay: 0.0001,
    decay: 0.1,
    augmentation: { pad: 0, flip: false },
    epochs: 1,
    batch: 64,
    learningRate: 0.05,
    warmupEpochs: 0,
    milestones: [],
  },
  methods: ['conf', 'linear', 'diff01', 'random', 'oracle'],
  targets: ['accuracy'],
  rates: [0.1, 0.2, 0.5],
  seed: 1,
  seeds: 2,
  networkSeeds: 2,
  scorer: { epochs: 2, batch: 128 },
  paper: null,
};
