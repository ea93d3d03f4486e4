import { insist } from '../error.js';
import {
  validateCounts,
  validateLabels,
  validateNumbers,
  validateProbabilities,
} from './check-values.js';
import { expertKind } from './expert-kinds/registry.js';
import type { Block, Table } from './table.js';

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
  if (table.modelAnswers) validateLabels(table.modelAnswers, rows, classes, "model's answers", 0);
  if (table.labelVotes) validateCounts(table.labelVotes, rows, classes, 'label votes');
  for (const expert of table.experts) {
    expertKind(expert).validate(expert, rows, classes, `expert ${expert.name}`);
    if (expert.propensity)
      validateNumbers(expert.propensity, rows, `expert ${expert.name}'s propensity`, 0, 1);
    if (expert.cost)
      validateNumbers(expert.cost, rows, `expert ${expert.name}'s cost`, 0, Infinity);
  }
  if (table.modelCorrect) validateNumbers(table.modelCorrect, rows, 'model_correct', 0, 1);
  if (table.modelLoss) validateNumbers(table.modelLoss, rows, 'model_loss', 0, Infinity);
  if (table.weight) validateNumbers(table.weight, rows, 'weight', 0, Infinity);
  if (table.modelCost) validateNumbers(table.modelCost, rows, 'model_cost', 0, Infinity);
  if (table.time) validateNumbers(table.time, rows, 'time', -Infinity, Infinity);
  for (const what of ['group', 'cluster'] as const) {
    const found = table[what]?.index.length ?? rows;
    insist(found === rows, () => `${what}: ${found} values for ${rows} rows.`);
  }
  const ids = table.id?.length ?? rows;
  insist(ids === rows, () => `id: ${ids} values for ${rows} rows.`);
  for (const { name, values, levels } of table.columns) {
    const [least, most] = levels ? [0, levels.length - 1] : [-Infinity, Infinity];
    validateNumbers(values, rows, `feature ${name}`, least, most, true);
    insist(
      !levels || values.every((code) => Number.isNaN(code) || Number.isInteger(code)),
      () => `feature ${name}: its values must be places among its ${levels!.length} levels.`,
    );
  }
  for (const block of table.blocks ?? []) validateBlock(block, rows);
}

/** Gaps are refused: nothing is known of a case whose embedding isn't. */
function validateBlock({ name, width, values, rows: taken }: Block, rows: number): void {
  const held = values.length / width;
  insist(
    Number.isInteger(width) && width >= 1 && Number.isInteger(held),
    () => `feature ${name}: ${values.length} numbers are no rows of ${width}.`,
  );
  insist(
    (taken ? taken.length : held) === rows && (!taken || taken.every((row) => row < held)),
    () => `feature ${name}: ${taken ? taken.length : held} rows of numbers for ${rows} rows.`,
  );
  for (let i = 0; i < rows; i++) {
    const from = (taken ? taken[i] : i) * width;
    for (let k = from; k < from + width; k++)
      insist(
        Number.isFinite(values[k]),
        () => `row ${i + 1}: feature ${name} holds ${values[k]} (expected finite numbers).`,
      );
  }
}
