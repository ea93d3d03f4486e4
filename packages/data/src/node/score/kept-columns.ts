import { InputError, optionText, type Policy } from '@cede/core';
import { rolesRemembered } from '../../for-policy/remembered.js';
import type { TableOptions } from '../../options.js';
import { Problems } from '../../problems.js';
import { isNumbers, type OpenTable } from '../../read/contract.js';

/** Columns of a part that stand beside its scores: text by text, or missing. */
export type KeptTexts = readonly (readonly (string | null)[])[];

/** Which columns stand beside the scores, and which nobody needs in order to score. */
export interface KeptColumns {
  readonly kept: readonly string[];
  readonly leftOut: readonly string[];
}

/** Columns that are written beside the kept ones. */
const OWN = ['score', 'defer', 'route'];

/** The columns asked for; the id, where a part has one, unless told. */
export function keptColumns(
  policy: Policy,
  { fields }: OpenTable,
  table: string,
  columns: TableOptions,
  keep: readonly string[] | undefined,
): KeptColumns {
  const names = fields.map(({ name }) => name);
  const id = columns.id ?? rolesRemembered(policy, columns).id ?? 'id';
  const kept = keep ?? names.filter((name) => name === id);
  const missing = kept.find((name) => !names.includes(name));
  if (missing !== undefined)
    throw new InputError(
      `no column "${missing}" to keep beside the scores. Name columns that every part has with ${optionText('keep')}.`,
      'column-missing',
      { role: 'keep', asked: missing },
      `table ${table}`,
    );
  const taken = kept.find((name) => OWN.includes(name.toLowerCase()));
  if (taken !== undefined)
    throw new InputError(
      `column "${taken}" can't be kept: the scores have a column of that name. Rename it in the table.`,
      'column-unusable',
      { role: 'keep', columns: [taken] },
      `table ${table}`,
    );
  const features = new Set(policy.scorer.features.columns.map(({ name }) => name));
  // Ids are copied from file to file.
  return { kept, leftOut: names.filter((name) => name === id && !features.has(name)) };
}

/**
 * Kept columns of a part that DuckDB doesn't copy by itself (CSV, JSONL), as text: read once more,
 * beside the windows that are scored, so many rows at a time.
 */
export function keptTexts(opened: OpenTable, kept: readonly string[], table: string) {
  const rows = textRows(opened, kept);
  let batch: KeptTexts = kept.map(() => []);
  let at = 0;
  return {
    async take(count: number): Promise<KeptTexts> {
      const taken = kept.map((): (string | null)[] => []);
      for (let left = count; left > 0; ) {
        if (at === (batch[0]?.length ?? 0)) {
          const { value, done } = await rows.next();
          if (done) throw changedMeanwhile(table);
          batch = value;
          at = 0;
        }
        const step = Math.min(left, batch[0]!.length - at);
        batch.forEach((column, k) => {
          for (let row = at; row < at + step; row++) taken[k]!.push(column[row]!);
        });
        at += step;
        left -= step;
      }
      return taken;
    },
    close: async () => void (await rows.return(undefined)),
  };
}

/** Reads kept columns for nothing but what is wrong with them: who copies them can't tell. */
export async function refuseDamaged(opened: OpenTable, kept: readonly string[]): Promise<void> {
  for await (const _ of textRows(opened, kept));
}

async function* textRows(
  opened: OpenTable,
  kept: readonly string[],
): AsyncGenerator<KeptTexts, undefined> {
  const wants = kept.map((field) => ({ field, as: 'name', width: 1 }) as const);
  for await (const { rows, columns } of opened.batches(wants, new Problems()))
    if (rows > 0)
      yield columns.map((column) =>
        isNumbers(column)
          ? Array.from(column, (value) => (Number.isNaN(value) ? null : String(value)))
          : column,
      );
}

/** Scores of rows that are no longer there are nobody's. */
export const changedMeanwhile = (table: string): InputError =>
  new InputError(
    'the file changed while it was scored. Score it again when it is complete.',
    'table-unusable',
    { columns: [] },
    `table ${table}`,
  );
