import {
  type GroupThresholds,
  InputError,
  inputOf,
  type Policy,
  scoreRows,
  storeThreshold,
  type Table,
  tuneOnTraffic,
  withThreshold,
} from '@cede/core';

/** Which groups a table has, refused where it names none. */
export function groupsOf(table: Table): NonNullable<Table['group']> {
  if (!table.group) throw new InputError('groups: the table has no group column.', 'group-missing');
  return table.group;
}

/** Every group hands over the same share of its cases; the common threshold keeps it overall. */
export function equalRates(policy: Policy, table: Table, column: string, rate: number): Policy {
  const { names, index } = groupsOf(table);
  const scores = scoreRows(policy.scorer, inputOf(table, policy.scorer.features));
  const thresholdFor = (rows: Float32Array) =>
    tuneOnTraffic(policy, rows, rate).threshold.values[0];
  const groups: GroupThresholds = {
    column,
    names,
    values: names.map((_, g) =>
      storeThreshold(thresholdFor(scores.filter((_, row) => index[row] === g))),
    ),
  };
  const chosen = { by: 'rate', rate, traffic: { rows: table.rows } } as const;
  return withThreshold(policy, thresholdFor(scores), chosen, groups);
}
