/**
 * Tables that know how their rows are answered. A scorer still sees the probabilities; right and
 * wrong, and what errors cost, go by the answers.
 */
import type { Expert, Table } from '../table/table.js';
import { type Answering, answersBy, crossFitAnswering, expertAnswering } from './answering.js';
import type { AnswersMode } from './mode.js';

/** New rows, answered as fitted elsewhere; as they are where nothing was fitted. */
export function answeredTable(table: Table, answering: Answering | undefined): Table {
  if (!answering || !table.model) return table;
  return withAnswers(table, answering, answersBy(answering, table.model, table.rows));
}

/** Fitting rows: each answered by what was learned without its own label. */
export function answeredFit(
  table: Table,
  mode: AnswersMode = 'argmax',
): { readonly table: Table; readonly answering?: Answering } {
  const found = crossFitAnswering(table, mode);
  if (!found) return { table };
  const { answering, answers } = found;
  return { table: withAnswers(table, answering, answers), answering };
}

/** The table with its answers taken back: the most probable class again. */
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
export function withAnswers(table: Table, answering: Answering, modelAnswers: Int32Array): Table {
  const own = expertAnswering(answering);
  const answered = (expert: Expert): Expert =>
    own && expert.kind === 'probabilities'
      ? { ...expert, answers: answersBy(own, expert.probabilities, table.rows) }
      : expert;
  return { ...table, modelAnswers, experts: table.experts.map(answered) };
}
