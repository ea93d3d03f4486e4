/** What `lab run` may be told, and what each means. */
const RUN_OPTIONS = {
  '--all <list>':
    'several presets, each in a folder of its own: paper, or names with commas between them',
  '--out <folder>': 'made if missing; only what it lacks is computed',
  '--data <folder>': "the dataset's official files",
  '--unverified': 'accept files whose checksum is not the official one; results say so',
  '--network-seeds <n>': 'pairs of networks: how many, or which (2..3), to be merged with others',
  '--seeds <n>': 'scorers a method',
  '--epochs <n>': 'of the networks; warm-up and milestones move along, and the title says so',
  '--split-seed <n>': 'of the validation split alone',
  '--split <rule>':
    "which images are set aside and kept: drawn, or the first ones as the authors' code does",
  '--networks <folder>': 'another run, whose networks are taken where they are the same',
  '--jobs <n>': "threads (default: all cores); the bytes don't depend on it",
} as const;

/** What `lab figures` may be told. */
const FIGURE_OPTIONS = {
  '--format <list>': 'svg, png, pdf, with commas between them',
  '--width <length>': 'of the whole figure on paper: 3.3in, 84mm, 240pt',
  '--bands <what>':
    "shaded: the spread over seeds, as the paper's, or 95 % intervals over test rows, seeds and networks, in files of their own",
  '--notes': 'sentences stand in the figure, too, not only in its caption',
  '--jobs <n>': 'threads',
} as const;

const FOLDER = { '<folder>': 'the --out of a run' };
const PRESET = { '[preset]': 'a name of cede lab list, or your own JSON file' };
const JOBS = { '--jobs <n>': 'threads' };

/** What each command of the lab does, takes and looks like. */
export const LAB_COMMANDS = {
  list: { description: 'Presets and datasets.', examples: ['cede lab list'] },
  fetch: {
    description: 'Download a dataset from its official address, with its checksum; resumes.',
    arguments: { '<dataset>': '' },
    options: {
      '--data <folder>': 'where it goes',
      '--unverified': 'keep a file whose checksum is not the official one',
    },
    examples: ['cede lab fetch dermamnist --data data'],
  },
  show: {
    description: 'Print a preset as JSON, to edit and run.',
    arguments: { '<preset>': 'a name of cede lab list' },
    examples: ['cede lab show digits-specialist > mine.json'],
  },
  run: {
    description: 'Train the networks and the scorers of a preset; a stopped run resumes.',
    arguments: PRESET,
    options: RUN_OPTIONS,
    examples: ['cede lab run digits-specialist --out digits'],
  },
  merge: {
    description: 'Join runs of one preset whose networks were trained apart, and draw them.',
    arguments: { '<folders...>': 'runs with other --network-seeds' },
    options: { '--out <folder>': 'made if missing', ...JOBS },
    examples: ['cede lab merge one two --out both'],
  },
  table: {
    description: "The table of a run, with the paper's numbers beside ours where it has them.",
    arguments: FOLDER,
    options: JOBS,
    examples: ['cede lab table digits'],
  },
  figures: {
    description: 'The figures and the report of a run.',
    arguments: FOLDER,
    options: FIGURE_OPTIONS,
    examples: ['cede lab figures digits', 'cede lab figures digits --format pdf --width 3.3in'],
  },
  cite: {
    description: 'What to cite, as BibTeX: the method, the images of a run, this tool.',
    arguments: PRESET,
    examples: ['cede lab cite dermamnist-specialist20-8-8 > cede.bib'],
  },
} as const;
