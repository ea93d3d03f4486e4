import { InputError } from '../error.js';
import type { Loss } from '../loss/loss.js';
import type { LossSample } from '../loss/loss-sample.js';
import { lossNamed } from '../loss/registry.js';
import type { Table } from './table.js';

/** Answers against the truth of a table: one label a row, or the votes of several annotators. */
export const labelMissing = () =>
  new InputError('there is no label.', 'label-missing', {}, 'table');

/** 1 or 0 for a label; for votes as the truth, the share of them that agree. */
export function truthShare(table: Table, row: number, answer: number): number {
  if (table.label) return +(table.label[row] === answer);
  if (!table.labelVotes) throw labelMissing();
  const classes = table.classes.length;
  let total = 0;
  for (let c = 0; c < classes; c++) total += table.labelVotes[row * classes + c];
  return table.labelVotes[row * classes + answer] / total;
}

/** One loss a row; with votes as the truth, one a class, weighted by the votes. */
export function lossesPerTruth(
  table: Table,
  lossOf: (row: number, truth: number) => number,
): LossSample {
  const { rows, label, labelVotes } = table;
  if (label)
    return {
      rows,
      atoms: 1,
      losses: Float64Array.from({ length: rows }, (_, i) => lossOf(i, label[i])),
    };
  if (!labelVotes) throw labelMissing();
  const atoms = table.classes.length;
  const losses = new Float64Array(rows * atoms);
  for (let i = 0; i < losses.length; i++) losses[i] = lossOf(Math.floor(i / atoms), i % atoms);
  return { rows, atoms, losses, mass: voteShares(labelVotes, rows, atoms) };
}

export function oneLossARow(losses: ArrayLike<number>): LossSample {
  return { rows: losses.length, atoms: 1, losses: Float64Array.from(losses) };
}

/** Each row's votes as shares of its total; NaN where nobody voted. */
export function voteShares(votes: Float32Array, rows: number, atoms: number): Float64Array {
  const mass = new Float64Array(rows * atoms);
  for (let row = 0; row < rows; row++) {
    let total = 0;
    for (let a = 0; a < atoms; a++) total += votes[row * atoms + a];
    for (let a = 0; a < atoms; a++) mass[row * atoms + a] = votes[row * atoms + a] / total;
  }
  return mass;
}

/** The named loss with the table's classes and costs; `given` has none, its values are columns. */
export function tableLoss(table: Table, name: string, q?: number): Loss {
  if (name === 'given') throw lossColumnMissing('expert_loss', '"given"');
  return lossNamed(name, { q, costMatrix: table.costMatrix, classes: table.classes.length });
}

export const lossColumnMissing = (column: string, loss: string) =>
  new InputError(
    `loss ${loss}: the table has no ${column} column. Add it, or choose another loss.`,
    'loss-column-missing',
    { loss, column },
  );
