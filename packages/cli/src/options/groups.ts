/** Where options and commands stand in the help; what has no place here stands where it was added. */
const OPTION_GROUPS = {
  'Costs:': ['error-cost', 'budget', 'cost', 'answers', 'combine', 'currency'],
  'A promise (needs rows that nothing was fitted on):':
    'max-rate max-error max-kept-error min-gain max-cost confidence per-class every-class per-group bounds'.split(
      ' ',
    ),
  'How large numbers get:': 'largest-cost largest-weight largest-cluster smallest-propensity'.split(
    ' ',
  ),
  'Report:': ['title', 'model-name', 'expert-name', 'paper', 'overwrite'],
  'Output:': ['json', 'quiet'],
  'Training:': ['calibration-share', 'members', 'jobs', 'seeds', 'seed', 'epochs', 'scorer'],
};

const COMMAND_GROUPS = {
  'From a table to a policy:': ['demo', 'check', 'compare', 'fit', 'tune', 'evaluate'],
  'Decisions:': ['decide', 'serve', 'replay', 'store', 'export'],
  'Research:': ['predict', 'lab'],
};

const find = (groups: Readonly<Record<string, readonly string[]>>) => (name: string) =>
  Object.keys(groups).find((heading) => groups[heading].includes(name));

export const groupOfOption = find(OPTION_GROUPS);
export const groupOfCommand = find(COMMAND_GROUPS);
