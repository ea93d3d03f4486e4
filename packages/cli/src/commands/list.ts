import type { Command } from 'commander';

/** A command before it is needed: naming it must not load what it works with. */
export interface Listed {
  readonly name: string;
  readonly description: string;
  /** Adds it to the program, with its options and its work. */
  readonly load: () => Promise<(program: Command) => void>;
}

/** In the order of the help. */
export const COMMANDS: readonly Listed[] = [
  {
    name: 'demo',
    description: 'The whole job on an embedded table: which questions need the big model?',
    load: async () => (await import('./demo.js')).addDemo,
  },
  {
    name: 'check',
    description:
      'Look at a table: what is wrong with it, and what handing cases over could gain; trains nothing unless --verdict asks for it.',
    load: async () => (await import('./check.js')).addCheck,
  },
  {
    name: 'fit',
    description: 'Learn when to hand over, from a table of past predictions; writes a policy.',
    load: async () => (await import('./fit.js')).addFit,
  },
  {
    name: 'tune',
    description: 'Turn the dial: set the threshold again, from what the policy remembers.',
    load: async () => (await import('./tune.js')).addTune,
  },
  {
    name: 'compare',
    description:
      'Methods × seeds on a fitting and a test table: table, curves and report in a folder.',
    load: async () => (await import('./compare.js')).addCompare,
  },
  {
    name: 'evaluate',
    description: 'A policy on new data: the realised rate and accuracy, with intervals.',
    load: async () => (await import('./evaluate.js')).addEvaluate,
  },
  {
    name: 'decide',
    description: 'A stream of decisions: a row of JSONL or CSV in, a line of JSON out.',
    load: async () => (await import('./decide.js')).addDecide,
  },
  {
    name: 'serve',
    description: 'Decisions over HTTP, with a durable log and a rate that holds.',
    load: async () => (await import('./serve.js')).addServe,
  },
  {
    name: 'replay',
    description: 'What a policy would have done with logged traffic, and whether to switch it on.',
    load: async () => (await import('./replay.js')).addReplay,
  },
  {
    name: 'store',
    description: "A service's record: back up, restore, check.",
    load: async () => (await import('./store.js')).addStore,
  },
  {
    name: 'export',
    description: 'Write the scorer for other engines: probabilities in, score and decision out.',
    load: async () => (await import('./export.js')).addExport,
  },
  {
    name: 'predict',
    description:
      'Run two ONNX classifiers on images; writes the prediction table that everything else starts from.',
    load: async () => (await import('./predict.js')).addPredict,
  },
  {
    name: 'lab',
    description: "The paper's experiments, from images to its table.",
    load: async () => (await import('./lab.js')).addLab,
  },
  {
    name: 'completion',
    description: 'Print a script that completes cede in bash, zsh or fish.',
    load: async () => {
      const { addCompletion } = await import('./completion.js');
      return (program) => addCompletion(program, COMMANDS);
    },
  },
];
