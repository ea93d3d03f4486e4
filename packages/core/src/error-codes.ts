/**
 * Every reason that something is refused for, by name. The sentence of an `InputError` is for people;
 * programs look at its `code` (one of these) and its `details` (plain JSON, as told below).
 *
 * `about` says what the trouble is with, for those who only need to know that:
 * whoever remembers column names, say, wants to hear of trouble with columns.
 */
export interface ErrorMeaning {
  readonly about: 'input' | 'columns' | 'rows' | 'file' | 'policy' | 'option' | 'method';
  readonly meaning: string;
}

/** What each code means. */
export const ERROR_CODES = {
  'invalid-input': { about: 'input', meaning: 'Anything that no program needs to tell apart.' },
  'invalid-value': {
    about: 'option',
    meaning: 'A value breaks its constraint. details: path, expected, found.',
  },
  'unknown-name': {
    about: 'option',
    meaning: 'There is no method, loss … of that name. details: what, name, known.',
  },
  // Work on a queue of machines.
  'queue-unreachable': { about: 'input', meaning: 'Nobody answers there. details: address.' },
  'nothing-to-resume': {
    about: 'option',
    meaning: 'The queue has none of the cells. details: cells.',
  },
  'build-differs': {
    about: 'input',
    meaning: 'The cells belong to another build. details: found, expected, cells.',
  },
  'cell-failed': {
    about: 'input',
    meaning: 'Cells failed. details: kind, reason, or failed, left.',
  },
  'results-differ': {
    about: 'input',
    meaning: 'A cell gave two results. details: cell, kept, found.',
  },
  'object-missing': { about: 'file', meaning: 'The store lacks an object. details: object.' },
  'object-damaged': {
    about: 'file',
    meaning: 'An object is not what its name says. details: object.',
  },
  'object-too-large': {
    about: 'option',
    meaning: 'Too large for the server of a queue. details: bytes, largest.',
  },
  usage: { about: 'option', meaning: 'The command line is wrong.' },

  // Columns: what a table lacks, and columns that can't play their role.
  'column-missing': {
    about: 'columns',
    meaning:
      'A column that was asked for by name or glob is not there. details: role (as table options call it), asked.',
  },
  'columns-not-found': {
    about: 'columns',
    meaning: 'Nobody named the columns of a role, and none has a usual name. details: role.',
  },
  'column-ambiguous': {
    about: 'columns',
    meaning: 'Several columns match where one is expected. details: role, asked, found.',
  },
  'column-unusable': {
    about: 'columns',
    meaning: 'A column is there but holds the wrong kind of value. details: role, columns.',
  },
  'columns-differ': {
    about: 'columns',
    meaning: 'Two files of one table have different columns, or one has a name twice.',
  },
  'classes-differ': {
    about: 'columns',
    meaning: 'Class names or their number do not fit together. details: role, where known.',
  },
  'label-missing': { about: 'columns', meaning: 'The table has no label, and needs one.' },
  'label-votes-missing': {
    about: 'columns',
    meaning: 'The table has no votes as the truth, and needs them. details: method.',
  },
  'model-missing': { about: 'columns', meaning: "The table has none of the model's answers." },
  'model-loss-missing': {
    about: 'columns',
    meaning: 'The expert has losses and the model has none.',
  },
  'expert-missing': {
    about: 'columns',
    meaning:
      'The table has no such expert. details: asked (its name, or its place from 0), given (how many there are).',
  },
  'feature-missing': {
    about: 'columns',
    meaning: 'A feature column that the scorer was fitted with is not there. details: name.',
  },
  'features-missing': {
    about: 'columns',
    meaning: 'There is nothing for a scorer to look at: neither probabilities nor features.',
  },
  'loss-column-missing': {
    about: 'columns',
    meaning: 'The loss that was asked for needs a column. details: loss, column.',
  },
  'cost-matrix-missing': {
    about: 'columns',
    meaning: 'The loss or method needs a cost matrix. details: method, where known.',
  },
  'answers-unknown': {
    about: 'policy',
    meaning: 'Answers are asked for that this policy was not fitted to give.',
  },
  'combine-unsuited': {
    about: 'columns',
    meaning: "This expert's answers can't be joined with the model's. details: expert, kind.",
  },
  'costs-missing': { about: 'columns', meaning: 'A budget needs costs of answers.' },
  'prices-missing': {
    about: 'columns',
    meaning: 'Costs are asked about, and nothing has a price.',
  },
  'error-cost-idle': {
    about: 'option',
    meaning: 'A cost of wrong answers is given where losses or costs already say it.',
  },
  'option-idle': {
    about: 'option',
    meaning: 'An option is given that nothing listens to beside the others. details: option.',
  },
  'budget-unsuited': {
    about: 'option',
    meaning: 'A budget is asked of a policy whose answers cost the same at every threshold.',
  },
  'budget-too-small': {
    about: 'option',
    meaning: 'A budget is less than the model alone costs. details: budget, least.',
  },
  'largest-cost-unknown': {
    about: 'option',
    meaning: 'A certificate needs to know how much a case can cost, and nothing says it.',
  },
  'largest-weight-unknown': {
    about: 'option',
    meaning: 'A certificate needs to know how large weights get, and nothing says it.',
  },
  'propensity-too-small': {
    about: 'option',
    meaning: 'A row was asked about with a smaller probability than was declared.',
  },
  'bounds-unlabelled': {
    about: 'rows',
    meaning: "Bounds are about errors, and the rows lack the truth or the expert's answers.",
  },
  'group-missing': { about: 'columns', meaning: 'The table names no groups, and needs them.' },
  'time-missing': { about: 'columns', meaning: 'A split by time needs a time column.' },
  'cluster-missing': { about: 'columns', meaning: 'A split by cluster needs a cluster column.' },
  'votes-twice': { about: 'columns', meaning: 'The expert and the truth are both votes.' },

  // Rows
  'table-unusable': {
    about: 'rows',
    meaning: 'A table with errors in it (TableError). details: codes, of its issues.',
  },
  'row-invalid': { about: 'rows', meaning: 'A row can not be used. details: row, from 1.' },
  'no-rows': { about: 'rows', meaning: 'There is no row, or none that counts.' },
  'tested-is-fitted': {
    about: 'rows',
    meaning: 'The table to test on is the one that is fitted. details: table.',
  },
  'rows-seen': {
    about: 'rows',
    meaning: 'Rows that fitted a policy can not certify it. details: table.',
  },
  'training-diverged': {
    about: 'rows',
    meaning: 'The loss of a training is no number any more. details: epoch, from 1.',
  },
  'loss-unsuited': {
    about: 'method',
    meaning: 'The loss does not fit the form of the answers. details: loss, kind.',
  },
  'verdict-unsuited': {
    about: 'rows',
    meaning: 'A verdict is about right and wrong answers, and the table has losses.',
  },
  'method-unusable': {
    about: 'method',
    meaning: 'The method can not use this table. details: method.',
  },

  // Files
  'file-unreadable': {
    about: 'file',
    meaning: "A file can't be opened or read. details: path, where known.",
  },
  'file-damaged': {
    about: 'file',
    meaning: 'A file is not of its format, damaged or cut off. details: path, where known.',
  },
  'policy-foreign': { about: 'policy', meaning: 'The file is no policy.' },
  'policy-newer': {
    about: 'policy',
    meaning: 'The policy needs a newer reader. details: version, or requires.',
  },
  'policy-older': {
    about: 'policy',
    meaning: 'The policy lacks what this needs, because an older version wrote it.',
  },
  'policy-damaged': {
    about: 'policy',
    meaning: 'The policy is cut off, edited by mistake, or has a flipped digit.',
  },
} as const satisfies Readonly<Record<string, ErrorMeaning>>;

/** One of the codes in {@link ERROR_CODES}. */
export type ErrorCode = keyof typeof ERROR_CODES;
