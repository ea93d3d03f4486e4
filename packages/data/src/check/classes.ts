import type { Answers } from '../answers.js';
import type { TableIssue } from '../table-issue.js';
import { type Check, counted, percent } from './contract.js';
import type { Pairs } from './tally.js';

/** A class the model never answers: a wrong column order, or a class it can't recognise. */
export const neverPredicted: Check = (table, { model: { answers, tally } }) => {
  if (!answers) return [];
  const answered = tally?.pairs
    ? answeredIn(tally.pairs)
    : answeredBy(answers, table.classes.length);
  const never = table.classes.filter((_, k) => answered[k] === 0);
  if (never.length === 0) return [];
  const list = `${never.slice(0, 5).join(', ')}${never.length > 5 ? ', …' : ''}`;
  return [
    {
      severity: 'warning',
      code: 'never-predicted',
      message: `The model never answers ${counted(never.length, 'class')} of ${table.classes.length} (${list}). Check that its columns are in the order of the classes.`,
      count: never.length,
    },
  ];
};

function answeredBy(answers: Answers, classes: number): Uint32Array {
  const answered = new Uint32Array(classes);
  for (let row = 0; row < answers.length; row++) answered[answers[row]!]!++;
  return answered;
}

function answeredIn({ width, halves }: Pairs): Uint32Array {
  const answered = new Uint32Array(width);
  for (const half of halves)
    for (let at = 0; at < half.length; at++) answered[at % width]! += half[at]!;
  return answered.subarray(1);
}

/** Classes so unequal that accuracy hides what is worse with a rare one: recall and balanced accuracy show them. */
export const unequalClasses: Check = (table, { model }) => {
  const { rows, right } = model.tally ?? {};
  if (!rows || !right) return [];
  const issues: TableIssue[] = [];
  const present = [...table.classes.keys()].filter((k) => rows[k]! > 0);
  if (present.length < table.classes.length) {
    const absent = table.classes.filter((_, k) => rows[k] === 0);
    issues.push({
      severity: 'note',
      code: 'absent-class',
      message: `No row is labelled with ${counted(absent.length, 'class')} of ${table.classes.length} (${absent.slice(0, 5).join(', ')}${absent.length > 5 ? ', …' : ''}).`,
      count: absent.length,
    });
  }
  if (present.length === 0) return issues;
  const commonest = present.reduce((a, b) => (rows[b]! > rows[a]! ? b : a));
  const accuracy = present.reduce((sum, k) => sum + right[k]!, 0) / table.rows;
  const recall = (k: number) => right[k]! / rows[k]!;
  const hidden = present.filter((k) => rows[commonest]! >= 10 * rows[k]! && recall(k) < accuracy);
  if (hidden.length > 0) {
    const rarest = hidden.reduce((a, b) => (rows[b]! < rows[a]! ? b : a));
    const balanced = present.reduce((sum, k) => sum + recall(k), 0) / present.length;
    issues.push({
      severity: 'warning',
      code: 'unequal-classes',
      message: `Classes are unequal: "${table.classes[rarest]}" has ${counted(rows[rarest]!, 'row')}, "${table.classes[commonest]}" ${counted(rows[commonest]!, 'row')}. The model's accuracy of ${percent(accuracy)} hides a recall of ${percent(recall(rarest))} there; its balanced accuracy is ${percent(balanced)}.`,
      count: rows[rarest]!,
    });
  }
  return issues;
};
