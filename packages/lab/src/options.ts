/** What `lab run` may be told, and what each means. */
export const RUN_OPTIONS = {
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
export const FIGURE_OPTIONS = {
  '--format <list>': 'svg, png, pdf, with commas between them',
  '--width <length>': 'of the whole figure on paper: 3.3in, 84mm, 240pt',
  '--bands <what>':
    "shaded: the spread over seeds, as the paper's, or 95 % intervals over test rows, seeds and networks, in files of their own",
  '--notes': 'sentences stand in the figure, too, not only in its caption',
  '--jobs <n>': 'threads',
} as const;
