import { InputError } from '../error.js';
import { squared } from '../ratio/squared.js';
import type { Block, Column, Table } from '../table/table.js';
import { hasGaps } from '../table/take.js';
import type { FitOptions, Fitted } from './method.js';
import { fitNetwork } from './network-fit.js';

/**
 * Anomaly scores from the same density ratios: typical cases against a reference sample (noise, a
 * wider pool of cases, yesterday's traffic). Nobody is right or wrong here: every typical row
 * weighs 1 on one side, every reference row 1 on the other, and the score is the link of their
 * share. Low scores mark cases that are more at home in the reference than among the typical.
 */
export function anomalyScorer(typical: Table, reference: Table, options: FitOptions = {}): Fitted {
  const both = stack(typical, reference);
  const plus = new Float32Array(both.rows);
  const minus = new Float32Array(both.rows);
  const mass = (table: Table) => {
    let sum = 0;
    for (let i = 0; i < table.rows; i++) sum += table.weight ? table.weight[i] : 1;
    return sum;
  };
  // Each side counts as a whole, so that the larger sample is not the more typical one.
  const [ofTypical, ofReference] = [mass(typical), mass(reference)];
  const half = (ofTypical + ofReference) / 2;
  for (let i = 0; i < typical.rows; i++)
    plus[i] = ((typical.weight ? typical.weight[i] : 1) * half) / ofTypical;
  for (let i = 0; i < reference.rows; i++)
    minus[typical.rows + i] = ((reference.weight ? reference.weight[i] : 1) * half) / ofReference;
  const density = { ratio: 'squared', pi: 0.5 } as const;
  return fitNetwork(both, { partial: squared, plus, minus }, options, 'network', density);
}

/** One table under the other: only what a scorer reads. */
function stack(a: Table, b: Table): Table {
  if (a.rows === 0 || b.rows === 0)
    throw new InputError(
      `anomaly: found ${a.rows} typical and ${b.rows} reference rows. Give both.`,
      'no-rows',
    );
  if (a.classes.length !== b.classes.length || !a.model !== !b.model)
    throw new InputError(
      `anomaly: the typical rows have ${a.model ? a.classes.length : 0} probabilities, the reference ${b.model ? b.classes.length : 0}. Give both the same inputs.`,
      'columns-differ',
    );
  return {
    rows: a.rows + b.rows,
    classes: a.classes,
    ...(a.model && { model: joined(a.model, b.model!) }),
    experts: [],
    columns: a.columns.map((column): Column => {
      const { name } = column;
      const other = b.columns.find((candidate) => candidate.name === name);
      if (!other)
        throw new InputError(
          `anomaly: the reference has no column ${name}, the typical rows have.`,
          'column-missing',
          { asked: name },
        );
      return joinedColumns(column, other);
    }),
    ...(a.blocks && { blocks: a.blocks.map((block) => joinedBlocks(block, b)) }),
  };
}

function joinedBlocks(block: Block, { blocks }: Table): Block {
  const { name, width } = block;
  const other = blocks?.find((candidate) => candidate.name === name);
  if (other?.width !== width)
    throw new InputError(
      `anomaly: ${name} holds ${width} numbers a row in the typical rows and ${other?.width ?? 'none'} in the reference. Give both the same.`,
    );
  return { name, width, values: joined(ownValues(block), ownValues(other)) };
}

function ownValues({ values, rows, width }: Block): Float32Array {
  if (!rows) return values;
  const own = new Float32Array(rows.length * width);
  rows.forEach((row, i) => {
    own.set(values.subarray(row * width, (row + 1) * width), i * width);
  });
  return own;
}

/** Levels of both sides, each once; those of the second are counted in the first's list. */
function joinedColumns(a: Column, b: Column): Column {
  if (!a.levels !== !b.levels)
    throw new InputError(
      `anomaly: column ${a.name} holds names in one table and numbers in the other. Give both the same.`,
    );
  const gaps = hasGaps(a) || hasGaps(b);
  const column = { name: a.name, ...(gaps && { gaps: true as const }) };
  if (!a.levels || !b.levels) return { ...column, values: joined(a.values, b.values) };
  const levels = [...new Set([...a.levels, ...b.levels])];
  const places = b.levels.map((level) => levels.indexOf(level));
  const others = b.values.map((place) => (Number.isNaN(place) ? place : places[place]));
  return { ...column, values: joined(a.values, others), levels };
}

function joined(a: Float32Array, b: Float32Array): Float32Array {
  const all = new Float32Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
