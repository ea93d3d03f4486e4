import { type Expert, expertKind, type Table } from '@cede/core';

/** A column as it is written; null where there is no value. Names are those the readers look for. */
export interface OutColumn {
  readonly name: string;
  readonly kind: 'float32' | 'float64' | 'text' | 'list';
  /** Of a list: its length. */
  readonly width?: number;
  /** One class's part of a matrix, which some formats write whole. */
  readonly ofMatrix?: boolean;
  at(row: number): number | string | null | Float32Array;
}

/** A table's columns under the names they are found by again. The cost matrix has a file of its own. */
export function tableColumns(table: Table): OutColumn[] {
  const columns: OutColumn[] = [];
  const float = (name: string, values: Float32Array | undefined) => {
    if (values) columns.push({ name, kind: 'float32', at: (row) => known(values[row]!) });
  };
  const matrix = (prefix: string, values: Float32Array | undefined) => {
    if (values) columns.push(...matrixColumns(prefix, values, table.classes));
  };
  const text = (name: string, at: ((row: number) => string | null) | undefined) => {
    if (at) columns.push({ name, kind: 'text', at });
  };
  const { id, group, cluster, label, time } = table;
  text('id', id && ((row) => id[row]!));
  text('label', label && ((row) => table.classes[label[row]!] ?? null));
  matrix('model_p', table.model);
  float('model_loss', table.modelLoss);
  float('model_correct', table.modelCorrect);
  table.experts.forEach((expert, position) => {
    const prefix = table.experts.length === 1 ? 'expert' : `expert${position + 1}`;
    columns.push(...expertColumns(expert, prefix, table.classes));
    float(`${prefix}_cost`, expert.cost);
    float(position === 0 ? 'propensity' : `${prefix}_propensity`, expert.propensity);
  });
  float('model_cost', table.modelCost);
  float('weight', table.weight);
  text('group', group && ((row) => group.names[group.index[row]!]!));
  text('cluster', cluster && ((row) => cluster.names[cluster.index[row]!]!));
  if (time) columns.push({ name: 'time', kind: 'float64', at: (row) => known(time[row]!) });
  for (const { name, values, levels } of table.columns) {
    if (levels) text(name, (row) => levels[values[row]!] ?? null);
    else float(name, values);
  }
  for (const { name, width, values, rows } of table.blocks ?? []) {
    const from = (row: number) => (rows ? rows[row]! : row) * width;
    const at = (row: number) => values.subarray(from(row), from(row) + width);
    columns.push({ name, kind: 'list', width, at });
  }
  if (table.labelVotes) matrix('label_votes_', table.labelVotes);
  return columns;
}

function expertColumns(expert: Expert, prefix: string, classes: readonly string[]): OutColumn[] {
  const kind = expertKind(expert);
  const values = kind.values(expert);
  if (!kind.column || !values) return []; // nobody to write about
  const name = `${prefix}_${kind.column.ending}`;
  switch (kind.column.holds) {
    case 'number per class':
      return matrixColumns(name, values, classes);
    case 'class':
      return [{ name, kind: 'text', at: (row) => classes[values[row]!] ?? null }];
    case 'number':
      return [{ name, kind: 'float32', at: (row) => known(values[row]!) }];
  }
}

/** `model_p0 …` where classes are counted from 0, `model_p_cat …` where they have names. */
function matrixColumns(
  prefix: string,
  values: ArrayLike<number>,
  classes: readonly string[],
): OutColumn[] {
  const width = classes.length;
  const joint = areCounted(classes) || prefix.endsWith('_') ? prefix : `${prefix}_`;
  return classes.map((name, k) => ({
    name: joint + name,
    kind: 'float32',
    ofMatrix: true,
    at: (row) => known(values[row * width + k]!),
  }));
}

/** Whether class names are just 0, 1, 2 … */
export function areCounted(classes: readonly string[]): boolean {
  return classes.every((name, k) => name === String(k));
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
