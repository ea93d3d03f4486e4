/** The heading of the options that name columns. */
export const COLUMNS = 'Columns (names or globs, several by commas; found by name where left out):';

/** Where options stand in the help, what is asked for most first; the rest stands above all. */
const OPTION_GROUPS = {
  'A promise (needs rows that nothing was fitted on):':
    'max-rate max-error max-kept-error min-gain max-cost confidence per-class every-class per-group bounds',
  [COLUMNS]: '',
  'Costs:': 'error-cost budget cost answers combine currency',
  'How large numbers get:': 'largest-cost largest-weight largest-cluster smallest-propensity',
  'Training:': 'calibration-share members jobs seeds seed epochs scorer',
  'Report:': 'title model-name expert-name figure-width paper overwrite',
  'Output:': 'json quiet',
};

const COMMAND_GROUPS = {
  'From a table to a policy:': 'demo check compare fit tune evaluate',
  'Decisions:': 'decide score serve replay store export',
  'Research:': 'predict lab',
  'More:': 'worker completion help',
};

const find = (groups: Readonly<Record<string, string>>) => (name: string) =>
  Object.keys(groups).find((heading) => groups[heading].split(' ').includes(name));

export const groupOfOption = find(OPTION_GROUPS);
export const groupOfCommand = find(COMMAND_GROUPS);

/** For commander: the groups in the order above. One option alone is no group of its own. */
export function groupItems<T>(_: T[], shown: T[], groupOf: (item: T) => string): Map<string, T[]> {
  const heads = ['Options:', ...Object.keys(OPTION_GROUPS), ...Object.keys(COMMAND_GROUPS)];
  const groups = new Map<string, T[]>(heads.map((head) => [head, []]));
  for (const item of shown) groups.set(groupOf(item), [...(groups.get(groupOf(item)) ?? []), item]);
  for (const head of Object.keys(OPTION_GROUPS)) {
    const items = groups.get(head)!;
    if (items.length === 1) groups.get('Options:')!.splice(-1, 0, items.pop()!); // before --help
  }
  return new Map([...groups].filter(([, items]) => items.length > 0));
}
