import type { Command } from 'commander';

/** Adds a command to the program, with its options and its work. */
type Add = (program: Command) => unknown;

/** A command before it is needed: naming it must not load what it works with. */
interface Listed {
  readonly name: string;
  readonly description: string;
  readonly load: () => Promise<Add>;
}

const LOAD = {
  demo: async () => (await import('./demo.js')).addDemo,
  check: async () => (await import('./check.js')).addCheck,
  compare: async () => (await import('./compare.js')).addCompare,
  fit: async () => (await import('./fit.js')).addFit,
  tune: async () => (await import('./tune.js')).addTune,
  evaluate: async () => (await import('./evaluate.js')).addEvaluate,
  decide: async () => (await import('./decide.js')).addDecide,
  score: async () => (await import('./score.js')).addScore,
  serve: async () => (await import('./serve.js')).addServe,
  replay: async () => (await import('./replay.js')).addReplay,
  store: async () => (await import('./store.js')).addStore,
  export: async () => (await import('./export.js')).addExport,
  predict: async () => (await import('./predict.js')).addPredict,
  lab: async () => (await import('./lab.js')).addLab,
  worker: async () => (await import('./worker.js')).addWorker,
  completion: async () => (await import('./completion.js')).completionOf(COMMANDS),
} satisfies Record<string, () => Promise<Add>>;

/** In the order of the help. */
const DESCRIPTIONS: Readonly<Record<keyof typeof LOAD, string>> = {
  demo: 'The whole job on an embedded table: which questions need the big model?',
  check:
    'Look at a table: what is wrong with it, and what handing cases over could gain; trains nothing unless --verdict asks for it.',
  compare:
    'Does handing over help, and by how much? Methods side by side on a fitting and a test table; a report in a folder.',
  fit: 'Learn when to hand over, from a table of past predictions; writes a policy.',
  tune: 'Turn the dial: set the threshold again, from what the policy remembers.',
  evaluate: 'A policy on new data: the realised rate and accuracy, with intervals.',
  decide: 'A stream of decisions: a row of JSONL or CSV in, a line of JSON out.',
  score: 'Decide files of any size, part by part, at bounded memory.',
  serve: 'Decisions over HTTP, with a durable log and a rate that holds.',
  replay: 'What a policy would have done with logged traffic, and whether to switch it on.',
  store: "A service's record: back up, restore, check.",
  export: 'Write the scorer for other engines: probabilities in, score and decision out.',
  predict:
    'Run two ONNX classifiers on images; writes the prediction table that everything else starts from.',
  lab: "The paper's experiments, from images to its table.",
  worker: 'Do the work that compare and lab run put on a queue, on any machine.',
  completion: 'Print a script that completes cede in bash, zsh or fish.',
};

export const COMMANDS: readonly Listed[] = Object.entries(DESCRIPTIONS).map(
  ([name, description]) => ({ name, description, load: LOAD[name as keyof typeof LOAD] }),
);
