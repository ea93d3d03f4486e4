import { insist } from '../error.js';
import { lossNamed } from '../loss/registry.js';
import { expertLosses, modelLosses } from '../table/losses.js';
import { observedValues } from '../table/observed.js';
import { expertAt, outcomesOf } from '../table/outcomes.js';
import type { Table } from '../table/table.js';

/**
 * What a curve counts: a value per row for the model's answer and for the expert's; more is better.
 * Where the expert was not asked everywhere, its answers are weighed by 1/propensity.
 */
export interface Target {
  readonly name: string;
  readonly model: Float64Array;
  readonly expert: Float64Array;
}

/** What a curve counts for a table: accuracy, or the losses it gives. */
export function accuracyTarget(table: Table, expert = 0): Target {
  const { target, model, expert: other } = outcomesOf(table, expert);
  return {
    name: target,
    model: Float64Array.from(model),
    expert: observedValues(table, expert, model, other),
  };
}

/** Top-k accuracy; an expert who gives one label is judged by that label. */
export function topkTarget(table: Table, k: number, expert = 0): Target {
  const name = `top${k}`;
  lossNamed(name);
  insist(
    k < table.classes.length,
    () => `target ${name}: needs more than ${k} classes, the table has ${table.classes.length}.`,
  );
  return { name, ...rightness(table, name, expert) };
}

/** Minus the mean cost of the user's matrix. */
export function costTarget(table: Table, expert = 0): Target {
  const { model, expert: other } = rightness(table, 'cost', expert);
  return {
    name: 'cost',
    model: model.map((value) => value - 1),
    expert: other.map((value) => value - 1),
  };
}

/**
 * The mean of the classes' recalls: each row counts 1/(classes present · rows of its class), times
 * n. With row weights, rows are counted by weight, as the curve will count them.
 */
export function balancedTarget(table: Table, expert = 0): Target {
  const { label, weight } = table;
  insist(label !== undefined, () => 'target balanced: the table has no label.');
  const { model, expert: answers } = outcomesOf(table, expert);
  const other = observedValues(table, expert, model, answers);
  const counts = new Float64Array(table.classes.length);
  let total = 0;
  label.forEach((truth, i) => {
    counts[truth] += weight ? weight[i] : 1;
    total += weight ? weight[i] : 1;
  });
  const present = counts.reduce((sum, count) => sum + +(count > 0), 0);
  const share = (i: number) => (counts[label[i]] > 0 ? total / (present * counts[label[i]]) : 0);
  return {
    name: 'balanced',
    model: Float64Array.from(model, (right, i) => right * share(i)),
    expert: Float64Array.from(other, (right, i) => right * share(i)),
  };
}

function rightness(
  table: Table,
  loss: string,
  expert: number,
): { model: Float64Array; expert: Float64Array } {
  const mean = ({ rows, atoms, losses, mass }: ReturnType<typeof modelLosses>) => {
    const values = new Float64Array(rows).fill(1);
    for (let i = 0; i < losses.length; i++)
      values[Math.floor(i / atoms)] -= (mass ? mass[i] : 1) * losses[i];
    return values;
  };
  const model = mean(modelLosses(table, loss));
  const other = mean(expertLosses(table, expertAt(table, expert), loss));
  return { model, expert: observedValues(table, expert, model, other) };
}
