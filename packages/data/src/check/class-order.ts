import { optionText } from '@cede/core';
import { typedList } from '../column-patterns.js';
import { bestAssignment } from './assignment.js';
import { type Check, percent } from './contract.js';
import { type Pairs as Counted, countPairs } from './tally.js';

/** With more classes a table of all pairs no longer fits, and sorted names are rarely all that is known. */
const MOST_CLASSES = 2000;
/** Agreement beyond chance (Cohen's kappa) that another order must reach … */
const CLEAR = 0.3;
/** … while the guessed one has at most this part of it: near or below chance. */
const LITTLE = 1 / 3;
/** From here on a better order that doesn't make all the difference is worth a warning. */
const WORTH_SAYING = 0.05;
/** An order that nobody guessed is looked at only where the model is wrong more often than this. */
const DOUBTFUL = 0.5;
/** Rows won minus rows lost, in standard deviations of a coin. */
const FAR = 5;

/**
 * Classes in an order that doesn't fit the model's columns: another is far better. So that luck
 * can't look like an order, it is found on every second row and has to prove itself on the others.
 * A weak model is wrong in any order, and one that answers nearly always the same has no kappa in
 * any: neither is told anything. Names that were matched to numbered columns by sorting them are
 * refused; an order that was stated, or came with a policy or the columns' names, is warned of.
 */
export const classOrder: Check = (table, { name, model: { answers, tally } }) => {
  const { label, classes, notes } = table;
  const guessed = notes?.some(({ code }) => code === 'class-order');
  if (!answers || !label || classes.length > MOST_CLASSES) return [];
  // Rows of many classes are counted only where there is a doubt.
  if (!guessed && !(tally && tally.mean < DOUBTFUL)) return [];
  const [even, held] = halvesOf(tally?.pairs ?? countPairs(answers, label, classes.length));
  const found = bestOrder(even);
  const [guess, best] = [kappa(held, identity(classes.length)), kappa(held, found)];
  if (best - guess < WORTH_SAYING || surplus(held, found) < FAR) return [];
  const wrong = best >= CLEAR && guess <= LITTLE * best;
  if (!guessed && !wrong) return [];
  const all = together(even, held);
  const order = bestOrder(all);
  const likely = order.map((k) => classes[k]!);
  const now = percent(share(all, identity(classes.length)));
  const then = percent(share(all, order));
  return [
    {
      severity: guessed && wrong ? 'error' : 'warning',
      code: 'class-order-wrong',
      message: guessed
        ? `table ${name}: class names were matched to the model's columns in sorted order, which makes it right in ${now} of rows; ${option(likely)} makes it ${then}. Pass that, or ${option(classes)} if the sorted order is right.`
        : `The model is right in ${now} of rows; it would be in ${then} if its columns were ${likely.slice(0, 12).join(', ')}${likely.length > 12 ? ', …' : ''}, in this order. Check that labels and columns count the classes alike.`,
      count: order.filter((k, column) => k !== column).length,
    },
  ];
};

const option = (names: readonly string[]) => optionText('classes', typedList(names));

/** How often each column was the answer to each class. */
interface Pairs {
  readonly size: number;
  readonly rows: number;
  /** Column by column. */
  readonly counts: Float64Array;
  readonly answered: Float64Array;
  readonly labelled: Float64Array;
}

/** Every second row, and the others. */
const halvesOf = ({ width, halves: [even, odd] }: Counted): [Pairs, Pairs] => {
  const half = (counts: Int32Array) =>
    pairsOf(width - 1, (column, truth) => counts[(truth + 1) * width + column + 1]!);
  return [half(even), half(odd)];
};

function pairsOf(size: number, count: (column: number, truth: number) => number): Pairs {
  const counts = Float64Array.from({ length: size * size }, (_, at) =>
    count(Math.floor(at / size), at % size),
  );
  const answered = new Float64Array(size);
  const labelled = new Float64Array(size);
  let rows = 0;
  counts.forEach((n, at) => {
    answered[Math.floor(at / size)]! += n;
    labelled[at % size]! += n;
    rows += n;
  });
  return { size, rows, counts, answered, labelled };
}

const together = (a: Pairs, b: Pairs) =>
  pairsOf(a.size, (column, truth) => {
    const at = column * a.size + truth;
    return a.counts[at]! + b.counts[at]!;
  });

const identity = (size: number) => Array.from({ length: size }, (_, k) => k);

/** The class of each column that agrees most beyond what independence would give. */
function bestOrder({ size, rows, counts, answered, labelled }: Pairs): number[] {
  const excess = counts.map(
    (count, at) => count - (answered[Math.floor(at / size)]! * labelled[at % size]!) / rows,
  );
  // What is highest in its row and its column already stands: of a thousand classes few are left.
  const open = identity(size).filter((k) =>
    identity(size).some(
      (l) =>
        l !== k && Math.max(excess[k * size + l]!, excess[l * size + k]!) >= excess[k * size + k]!,
    ),
  );
  // A column that never answered wins nothing by any class, and a class that never was nothing by any
  // column. Of these no more are looked at than it takes to leave all others without a partner.
  const known = (counts: Float64Array) => open.filter((k) => counts[k]! > 0);
  const unknown = (counts: Float64Array) => open.filter((k) => counts[k] === 0);
  const width = Math.min(open.length, known(answered).length + known(labelled).length);
  const columns = [...known(answered), ...unknown(answered)];
  const truths = [...known(labelled), ...unknown(labelled)];
  const inner = Float64Array.from(
    { length: width ** 2 },
    (_, at) => excess[columns[Math.floor(at / width)]! * size + truths[at % width]!]!,
  );
  const order = identity(size);
  const left = new Set(open);
  bestAssignment(inner, width).forEach((to, from) => {
    if (answered[columns[from]!] === 0) return;
    order[columns[from]!] = truths[to]!;
    left.delete(truths[to]!);
  });
  // Columns that never answered take what is left: their own class where it is.
  const homeless = unknown(answered).filter((k) => !left.delete(k));
  const places = [...left];
  homeless.forEach((k, at) => {
    order[k] = places[at]!;
  });
  return order;
}

/** The share of rows that are right if column k speaks of class order[k]. */
function share({ size, rows, counts }: Pairs, order: readonly number[]): number {
  return order.reduce((sum, to, column) => sum + counts[column * size + to]!, 0) / rows;
}

/** Cohen's kappa: that share, counted from what chance would give (0) to everything (1). */
function kappa(pairs: Pairs, order: readonly number[]): number {
  const { rows, answered, labelled } = pairs;
  const chance =
    order.reduce((sum, to, column) => sum + answered[column]! * labelled[to]!, 0) / rows ** 2;
  return chance < 1 ? (share(pairs, order) - chance) / (1 - chance) : 0;
}

/** Rows that the order wins over the guess minus those it loses, against the spread of a fair coin. */
function surplus({ size, counts }: Pairs, order: readonly number[]): number {
  let won = 0;
  let lost = 0;
  order.forEach((to, column) => {
    if (to === column) return;
    won += counts[column * size + to]!;
    lost += counts[column * size + column]!;
  });
  return won + lost > 0 ? (won - lost) / Math.sqrt(won + lost) : 0;
}
