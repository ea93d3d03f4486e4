/**
 * Tables that know how their rows are answered. A scorer still sees the probabilities; right and
 * wrong, and what errors cost, go by the answers.
 */

import { predictedClass } from '../loss/loss.js';
import { crossFitFolds } from '../probabilities/cross-fit.js';
import { expertKind } from '../table/expert-kinds/registry.js';
import { leastCostAnswer } from '../table/least-cost.js';
import type { Expert, Table } from '../table/table.js';
import { takeRows } from '../table/take.js';
import {
  type Answering,
  type AnswersAsk,
  answersBy,
  asksAnswers,
  bareAnswering,
  expertAnswering,
  fitAnswering,
} from './answering.js';
import { createCombiner } from './combination.js';
import { joiningOf } from './joining/registry.js';

/** New rows, answered as fitted elsewhere; as they are where nothing was fitted. */
export function answeredTable(table: Table, answering: Answering | undefined): Table {
  if (!answering || !table.model) return table;
  return withAnswers(table, answering, answersOf(table, answering));
}

/** What is answered in every row: by the model, and by the expert whose answers are joined. */
export interface RowAnswers {
  readonly model: Int32Array;
  /** −1 where the expert was not asked; absent where nothing is joined. */
  readonly joined?: Int32Array;
}

export function answersOf(table: Table, answering: Answering): RowAnswers {
  const joined = answering.combine && joinedAnswers(table, answering);
  return {
    model: answersBy(answering, table.model!, table.rows),
    ...(joined && { joined }),
  };
}

/** Fitting rows: each answered by what was learned without its own label. */
export function answeredFit(
  table: Table,
  ask: AnswersAsk = {},
): { readonly table: Table; readonly answering?: Answering } {
  const answering = fitAnswering(table, ask);
  if (!answering) return { table };
  // Where nothing is learned from labels, a row can't flatter itself.
  if (!answering.calibration && !answering.combine)
    return { table: answeredTable(table, answering), answering };
  const { fold, folds } = crossFitFolds(table);
  const pieces = Array.from({ length: folds }, (_, k) => ({
    train: rowsWhere(fold, (each) => each !== k),
    test: rowsWhere(fold, (each) => each === k),
  }));
  return { table: answeredByOthers(table, pieces, ask), answering };
}

/**
 * Rows of each piece answered by what the others teach. Rows of no piece keep their most probable
 * class and the expert's own answer.
 */
export function answeredByOthers(
  table: Table,
  pieces: readonly { readonly train: Uint32Array; readonly test: Uint32Array }[],
  ask: AnswersAsk,
): Table {
  if (!asksAnswers(ask)) return table;
  const bare = bareAnswering(table, ask.answers ?? 'argmax');
  const model = answersBy(undefined, table.model!, table.rows);
  let combined: { readonly name: string; readonly answers: Int32Array } | undefined;
  for (const { train, test } of pieces) {
    if (train.length === 0 || test.length === 0) continue;
    const answering = fitAnswering(takeRows(table, train), ask)!;
    const found = answersOf(takeRows(table, test), answering);
    if (found.joined)
      combined ??= {
        name: answering.combine!.expert,
        answers: ownAnswers(table, answering.combine!.expert),
      };
    test.forEach((row, k) => {
      model[row] = found.model[k];
      if (found.joined) combined!.answers[row] = found.joined[k];
    });
  }
  return withAnswers(table, bare, { model, joined: combined?.answers }, combined?.name);
}

/** The table with its answers taken back: the most probable class again, and the expert's own. */
export function plainAnswers(table: Table): Table {
  const { modelAnswers: _answers, ...rest } = table;
  return {
    ...rest,
    experts: table.experts.map((expert) => {
      const { answers: _own, ...plain } = expert;
      return plain as Expert;
    }),
  };
}

/** Labels and votes are answers already; only who gives probabilities answers otherwise. */
function withAnswers(
  table: Table,
  answering: Answering,
  { model, joined }: RowAnswers,
  name = answering.combine?.expert,
): Table {
  const own = expertAnswering(answering);
  const whose = joined && expertNamed(table, name!);
  const answered = (expert: Expert): Expert => {
    if (joined && expert === whose) return { ...expert, answers: joined };
    const given = own && expertKind(expert).probabilities(expert);
    return given ? { ...expert, answers: answersBy(own, given, table.rows) } : expert;
  };
  return { ...table, modelAnswers: model, experts: table.experts.map(answered) };
}

/** By its name, else the first, as policies look for theirs. */
const expertNamed = ({ experts }: Table, name: string): Expert | undefined =>
  experts.find((expert) => expert.name === name) ?? experts[0];

/** What the expert answers by itself; −1 where it was not asked. */
function ownAnswers(table: Table, name: string): Int32Array {
  const expert = expertNamed(table, name)!;
  const answers = expertKind(expert).classAnswers(expert, (probabilities) =>
    answersBy(undefined, probabilities, table.rows),
  );
  return Int32Array.from(answers!);
}

/** Model and expert together; undefined where the table's expert is of another kind. */
function joinedAnswers(table: Table, { combine, costMatrix }: Answering): Int32Array | undefined {
  const expert = expertNamed(table, combine!.expert);
  if (!expert || expert.kind !== combine!.kind) return undefined;
  const width = table.classes.length;
  const combined = createCombiner(combine!);
  const { answerAt } = joiningOf(combine!);
  const out = new Float64Array(width);
  return Int32Array.from({ length: table.rows }, (_, i) => {
    const answer = answerAt(expert, i, width);
    if (answer === undefined) return -1;
    combined(table.model!, i * width, answer, out);
    return costMatrix ? leastCostAnswer(out, 0, width, costMatrix) : predictedClass(out, 0, width);
  });
}

function rowsWhere(values: ArrayLike<number>, wanted: (value: number) => boolean): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < values.length; row++) if (wanted(values[row])) rows.push(row);
  return Uint32Array.from(rows);
}
