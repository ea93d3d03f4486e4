import { type Arrays, InputError, ownColumns, type Table, tableFromArrays } from '@cede/core';
import type { Case } from '@cede/data';
import type { InForce } from '../engine/in-force.js';
import type { LoggedCase } from './cases.js';

export interface LogTable {
  readonly table: Table;
  /** What the rows stand for, for people. */
  readonly note: string;
  /** The smallest probability that a case was there at all, of all cases that had one. */
  readonly smallest: number;
  /** Cases that had no chance to be there, so that no row stands for them. */
  readonly unseen: number;
}

/** So much of the truth about cases that nobody was asked about counts as all of it. */
const ALL_BUT_LATE = 0.9;

/**
 * The cases whose truth is known as a table to fit from. Where the truth is known whoever answered,
 * missing expert answers stay missing and `propensity` says how likely they were. Where it is known
 * only for cases that reached the expert, those rows stand for the others: `weight` is the inverse
 * of how likely a row was to be there. Without either a refit would feed on its own decisions. A few
 * truths about the other cases (a complaint that came in) are no sample of them, and are left out.
 */
export function logTable(cases: readonly LoggedCase[], { policy, read }: InForce): LogTable {
  const judged = cases.filter(
    ({ gold, modelRight }) => gold !== undefined || modelRight !== undefined,
  );
  if (judged.length === 0)
    throw new InputError('log: no case has a known truth. Send gold outcomes first.', 'no-rows');
  const answered = ({ expertAnswer, expertRight }: LoggedCase) =>
    expertAnswer !== undefined || expertRight !== undefined;
  const isJudged = new Set(judged);
  const others = cases.filter((each) => !answered(each));
  const everywhere =
    others.length > 0 &&
    others.filter((each) => isJudged.has(each)).length >= ALL_BUT_LATE * others.length;
  const seen = (each: LoggedCase) => (everywhere ? each.asked : each.asked * each.goldShare);
  const rows = judged.filter((each) =>
    everywhere ? seen(each) > 0 || !answered(each) : seen(each) > 0 && answered(each),
  );
  const unseen = cases.filter((each) => seen(each) === 0).length;
  if (rows.length === 0)
    throw new InputError(
      'log: no case with a known truth had a chance to be handed over. Run with an audit share.',
      'no-rows',
    );
  const inputs = rows.map(({ input }) => read(input, 'any'));
  const [expert] = policy.experts;
  const hasClasses = policy.classes.length > 0;
  const weights = everywhere ? undefined : rows.map((each) => 1 / seen(each));
  const { features } = policy.scorer;
  const own = ownColumns(features).length;
  const columns = named(features.columns.slice(0, own), inputs, 0) as Arrays['columns'];
  const blocks = named(features.blocks ?? [], inputs, own) as Arrays['blocks'];
  const table = tableFromArrays({
    id: rows.map(({ id }) => id),
    ...(hasClasses
      ? {
          classes: policy.classes,
          label: rows.map(({ gold }) => gold!),
          model: inputs.map(({ model }) => normalised(model)),
          expert: rows.map(({ expertAnswer }) =>
            expertAnswer === undefined ? null : policy.classes[expertAnswer],
          ),
        }
      : {
          modelCorrect: rows.map(({ modelRight }) => modelRight!),
          expertCorrect: rows.map(({ expertRight }) => expertRight ?? Number.NaN),
        }),
    expertName: expert,
    columns,
    ...(features.blocks && { blocks }),
    ...(weights
      ? { weight: weights }
      : { propensity: rows.map(({ asked }) => Math.max(asked, 1e-6)) }),
    ...(rows.every(({ group }) => group !== undefined) && {
      group: rows.map(({ group }) => group!),
    }),
  });
  return {
    table,
    note: [
      everywhere
        ? 'The truth is known whoever answered; propensity says how likely the expert was to be asked.'
        : 'The truth is known only for cases that reached the expert; weight makes them stand for the others.',
      ...(unseen > 0
        ? [
            `${unseen} cases had no chance of reaching the expert, and nothing stands for them: what is fitted from here has not seen their like. Run with an audit share.`,
          ]
        : []),
    ].join(' '),
    // Of all cases, not of the rows: the rarest may be those that the rows happen to lack.
    smallest: cases.reduce((least, each) => Math.min(least, seen(each) || 1), 1),
    unseen,
  };
}

/** A feature of every case by its name; `first` is where in a case the first of them stands. */
const named = (
  specs: readonly { readonly name: string }[],
  inputs: readonly Pick<Case, 'features'>[],
  first: number,
) =>
  Object.fromEntries(
    specs.map(({ name }, j) => [name, inputs.map(({ features }) => features[first + j])]),
  );

function normalised(model: ArrayLike<number>): number[] {
  const values = Array.from(model);
  const sum = values.reduce((a, b) => a + b, 0);
  return values.map((value) => value / sum);
}
