import { InputError, insist } from '../error.js';
import { isSoundSum, SUM_TOLERANCE, sumHint } from './sums.js';
import type { Table } from './table.js';

export const LOGITS_HINT = 'If these are logits, turn them into probabilities first.';

/**
 * Checks the shapes and values that everything in core relies on, so that a wrong array is named
 * here and not found as NaN in a result. Readers check more (and say it with file and row).
 */
export function validateTable(table: Table): void {
  const { rows, model, label } = table;
  const classes = table.classes.length;
  insist(
    Number.isInteger(rows) && rows > 0,
    () => `table: has ${rows} rows (expected at least one).`,
  );
  insist(classes !== 1, () => 'table: has one class (expected two or more, or none at all).');
  if (model) validateProbabilities(model, rows, classes, 'model');
  if (label) validateLabels(label, rows, classes, 'label', 0);
  if (table.labelVotes) validateCounts(table.labelVotes, rows, classes, 'label votes');
  for (const expert of table.experts) {
    if (expert.kind === 'probabilities')
      validateProbabilities(expert.probabilities, rows, classes, `expert ${expert.name}`, true);
    if (expert.kind === 'labels')
      validateLabels(expert.labels, rows, classes, `expert ${expert.name}`, -1);
    if (expert.kind === 'votes')
      validateCounts(expert.votes, rows, classes, `expert ${expert.name}`, true);
    if (expert.kind === 'correct')
      validateNumbers(expert.correct, rows, `expert ${expert.name}`, 0, 1, true);
    if (expert.kind === 'losses')
      validateNumbers(expert.losses, rows, `expert ${expert.name}`, 0, Infinity, true);
    if (expert.propensity)
      validateNumbers(expert.propensity, rows, `expert ${expert.name}'s propensity`, 0, 1);
    if (expert.cost)
      validateNumbers(expert.cost, rows, `expert ${expert.name}'s cost`, 0, Infinity);
  }
  if (table.modelCorrect) validateNumbers(table.modelCorrect, rows, 'model_correct', 0, 1);
  if (table.modelLoss) validateNumbers(table.modelLoss, rows, 'model_loss', 0, Infinity);
  if (table.weight) validateNumbers(table.weight, rows, 'weight', 0, Infinity);
  if (table.modelCost) validateNumbers(table.modelCost, rows, 'model_cost', 0, Infinity);
  for (const { name, values } of table.columns)
    validateNumbers(values, rows, `feature ${name}`, -Infinity, Infinity);
}

/** Refuses rows that are not probabilities, naming the first of them. */
export function validateProbabilities(
  p: ArrayLike<number>,
  rows: number,
  classes: number,
  what: string,
  /** A row of NaN alone: an expert who was not asked. */
  mayMiss = false,
): void {
  insist(
    p.length === rows * classes,
    () =>
      `${what} probabilities: ${p.length} numbers (expected ${rows} rows × ${classes} classes = ${rows * classes}).`,
  );
  for (let row = 0; row < rows; row++) {
    if (mayMiss && isMissing(p, row * classes, classes)) continue;
    let sum = 0;
    for (let c = 0; c < classes; c++) {
      const value = p[row * classes + c];
      sum += value;
      if (value < 0)
        throw new InputError(
          `row ${row + 1}: ${what} probability of class ${c} is ${value} (expected 0 … 1). ${LOGITS_HINT}`,
        );
    }
    if (!isSoundSum(sum, p, row * classes, classes)) {
      throw new InputError(
        `row ${row + 1}: ${what} probabilities sum to ${Number.isNaN(sum) ? 'NaN' : +sum.toPrecision(6)} (expected 1 ± ${SUM_TOLERANCE}). ${sumHint(sum, LOGITS_HINT)}`,
      );
    }
  }
}

function isMissing(p: ArrayLike<number>, offset: number, classes: number): boolean {
  for (let c = 0; c < classes; c++) if (!Number.isNaN(p[offset + c])) return false;
  return true;
}

function validateLabels(
  labels: Int32Array,
  rows: number,
  classes: number,
  what: string,
  least: number,
): void {
  insist(labels.length === rows, () => `${what}: ${labels.length} labels for ${rows} rows.`);
  for (let i = 0; i < rows; i++) {
    if (!(labels[i] >= least && labels[i] < classes)) {
      throw new InputError(
        `row ${i + 1}: ${what} is ${labels[i]} (expected a class from 0 to ${classes - 1}).`,
      );
    }
  }
}

function validateCounts(
  votes: Float32Array,
  rows: number,
  classes: number,
  what: string,
  mayMiss = false,
): void {
  insist(
    votes.length === rows * classes,
    () => `${what}: ${votes.length} counts (expected ${rows} rows × ${classes} classes).`,
  );
  for (let row = 0; row < rows; row++) {
    let total = 0;
    for (let c = 0; c < classes; c++) {
      const count = votes[row * classes + c];
      if (!(count >= 0 && count < Infinity))
        throw new InputError(
          `row ${row + 1}: ${what} has ${count} votes for class ${c} (expected a count ≥ 0).`,
        );
      total += count;
    }
    if (!(total > 0 || mayMiss))
      throw new InputError(
        `row ${row + 1}: ${what} has no votes. Drop the row or give at least one vote.`,
      );
  }
}

function validateNumbers(
  values: ArrayLike<number>,
  rows: number,
  what: string,
  least: number,
  most: number,
  mayMiss = false,
): void {
  insist(values.length === rows, () => `${what}: ${values.length} numbers for ${rows} rows.`);
  for (let i = 0; i < rows; i++) {
    const value = values[i];
    if (mayMiss && Number.isNaN(value)) continue;
    if (!(value >= least && value <= most && Math.abs(value) < Infinity)) {
      throw new InputError(
        `row ${i + 1}: ${what} is ${value} (expected a finite number${least > -Infinity ? ` from ${least}` : ''}${most < Infinity ? ` to ${most}` : ''}).`,
      );
    }
  }
}
