import { InputError, inputOf, ownColumns, type Policy } from '@cede/core';
import type { LoadedTable } from '../loaded-table.js';
import type { TableOptions } from '../options.js';
import type { StreamFormat } from '../stream-format.js';
import { type StreamedRow, streamRowBatches } from '../stream-rows.js';
import { type Cases, casesFor } from './cases.js';
import { type DecisionLines, decisionLines, type UnusualRows } from './decision-lines.js';
import { expertAnswers } from './expert-answer.js';
import { refuseOtherColumns } from './first-rows.js';

/** Takes lines of JSON at its own pace: nothing is decided ahead of it. */
export type TakeLines = (lines: readonly string[]) => Promise<void>;

/** What came of deciding rows. */
export interface DecidedRows {
  readonly rows: number;
  /** Rows that were answered with an error instead. */
  readonly refused: number;
  readonly unusual: UnusualRows;
}

/** How a stream of rows is decided. */
export interface DecideStreamOptions {
  /** For messages. */
  readonly name: string;
  readonly format?: StreamFormat;
  readonly columns: TableOptions;
  /** The first bad row ends the work, instead of being answered with an error. */
  readonly strict?: boolean;
  /** Whether the rows come from a file, which can be looked at again. */
  readonly fromFile: boolean;
}

/** One line out for each line in: nothing piles up in memory. */
export async function decideStream(
  policy: Policy,
  input: AsyncIterable<Uint8Array>,
  { name, format, columns, strict, fromFile }: DecideStreamOptions,
  take: TakeLines,
): Promise<DecidedRows> {
  const cases = casesFor(policy, columns);
  const made = decisionLines(policy);
  const decide = rowLine(policy, cases, made);
  let rows = 0;
  let refused = 0;
  for await (const batch of streamRowBatches(input, { name, ...(format && { format }) })) {
    if (rows === 0) refuseOtherColumns(batch, cases, name, fromFile);
    const lines: string[] = [];
    for (const item of batch) {
      rows++;
      try {
        lines.push(decide(item));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        const message = `row ${item.row}: ${error.sentence}`;
        if (strict) {
          await take(lines);
          throw new InputError(`${name}, ${message}`);
        }
        refused++;
        const id = 'value' in item ? cases.idOf(item.value) : undefined;
        const which = { row: item.row, ...(id !== undefined && { id }) };
        lines.push(JSON.stringify({ ...which, error: message }));
      }
    }
    await take(lines);
  }
  return { rows, refused, unusual: made.unusual() };
}

function rowLine(policy: Policy, cases: Cases, { line }: DecisionLines) {
  const saidIn = expertAnswers(policy);
  return (item: StreamedRow): string => {
    if ('error' in item) throw new InputError(item.error, 'row-invalid');
    const { model, features, id } = cases.read(item.value);
    return line(model, features, id, cases.groupOf(item.value), saidIn(item.value));
  };
}

const ROWS_AT_ONCE = 4096;

/** The same for a table that was read whole, as formats must be that have no lines. */
export async function decideTable(
  policy: Policy,
  table: LoadedTable,
  take: TakeLines,
): Promise<DecidedRows> {
  const { features } = policy.scorer;
  inputOf(table, features); // refuses a gap by its row, before anything is answered
  const { line, unusual } = decisionLines(policy);
  const width = features.classes;
  const blocks = (features.blocks ?? []).map(
    ({ name }) => table.blocks!.find((block) => block.name === name)!,
  );
  const columns = ownColumns(features).map(
    ({ name }) => table.columns.find((column) => column.name === name)!,
  );
  const rowFeatures = (i: number) => [
    ...columns.map(({ values, levels }) => (levels ? levels[values[i]] : values[i])),
    ...blocks.map(({ values, width }) => values.subarray(i * width, (i + 1) * width)),
  ];
  for (let from = 0; from < table.rows; from += ROWS_AT_ONCE) {
    const lines: string[] = [];
    for (let i = from; i < Math.min(table.rows, from + ROWS_AT_ONCE); i++) {
      const model = table.model?.subarray(i * width, (i + 1) * width) ?? [];
      const group = table.group?.names[table.group.index[i]];
      lines.push(line(model, rowFeatures(i), table.id?.[i], group));
    }
    await take(lines);
  }
  return { rows: table.rows, refused: 0, unusual: unusual() };
}
