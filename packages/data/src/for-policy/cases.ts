import { InputError, isRefusal, type Policy } from '@cede/core';
import { type Case, caseReader } from '../case-reader.js';
import type { TableOptions } from '../options.js';
import { listFromText } from '../read/text-lists.js';
import { classesFor } from './classes.js';
import { featuresFor } from './features.js';
import { rolesRemembered, rolesText } from './remembered.js';

type Row = Readonly<Record<string, unknown>>;

/** Single rows as a policy reads them. */
export interface Cases {
  read(row: Row): Case;
  /** A row's id as far as it can be told without reading the row. */
  idOf(row: Row): string | undefined;
  groupOf(row: Row): string | undefined;
  /** Rows that would also do as probabilities, where only the policy says that they are logits. */
  looksLikeProbabilities(row: Row): boolean;
}

/** The row has no model columns, neither those that were named nor any of a usual name. */
const lacksModel = (error: unknown): error is InputError =>
  (isRefusal(error, 'columns-not-found') || isRefusal(error, 'column-missing')) &&
  error.details.role === 'model';

/**
 * Single rows for a policy, by the columns it remembers. What decides is the model (or features),
 * so nothing else of what it remembers is asked for; each row may lack the id, and may have the
 * model's columns under their usual names instead.
 */
export function casesFor(policy: Policy, options: TableOptions): Cases {
  const { features } = policy.scorer;
  const { groups } = policy.threshold;
  const roles = rolesRemembered(policy, options);
  const base: TableOptions = {
    ...options,
    ...featuresFor(policy, options),
    ...classesFor(policy, options),
  };
  const model = roles.model !== undefined && features.classes > 0;
  const readers = new Map<string, (row: Row) => Case>();
  const reader = (usual: boolean, id: boolean) => {
    const key = `${usual} ${id}`;
    const known = readers.get(key);
    if (known) return known;
    const made = caseReader(features.classes, {
      ...base,
      ...(roles.logits !== undefined && !(usual && model) && { logits: roles.logits }),
      ...(model && !usual && { model: roles.model }),
      ...(id && { id: roles.id }),
    });
    readers.set(key, made);
    return made;
  };
  let usual = false; // how the row before named its columns
  const column = { id: options.id ?? roles.id, group: options.group ?? roles.group };
  const text = (value: unknown) =>
    value === undefined || value === '' || typeof value === 'object' ? undefined : String(value);
  const plain = caseReader(features.classes, { ...base, ...(model && { model: roles.model }) });
  const lists = (features.blocks ?? []).map(({ name }) => name);
  const mayLack = features.columns.filter(({ missing }) => missing).map(({ name }) => name);
  return {
    read(given) {
      const row = withLists(withGaps(given, mayLack), lists);
      const id = roles.id !== undefined && Object.hasOwn(row, roles.id);
      try {
        return reader(usual, id)(row);
      } catch (error) {
        if (!model || !lacksModel(error)) throw error;
        try {
          const found = reader(!usual, id)(row);
          usual = !usual;
          return found;
        } catch (other) {
          if (!lacksModel(other)) throw other;
          const refusal = usual ? error : other;
          throw new InputError(
            `${refusal.sentence} The policy remembers ${rolesText({ model: roles.model })}.`,
            refusal.code,
            refusal.details,
            refusal.subject,
          );
        }
      }
    },
    idOf: (row) => text(row[column.id ?? 'id'] ?? row.id),
    groupOf: (row) => (groups && groups.of !== 'answer' ? text(row[column.group!]) : undefined),
    looksLikeProbabilities(row) {
      if (roles.logits !== true || features.classes === 0) return false;
      try {
        plain(row);
        return true;
      } catch (error) {
        if (error instanceof InputError) return false;
        throw error;
      }
    },
  };
}

/** A key that is left out is an empty one, where the scorer knows what to make of that. */
function withGaps(row: Row, names: readonly string[]): Row {
  const absent = names.filter((name) => !Object.hasOwn(row, name));
  return absent.length === 0
    ? row
    : { ...row, ...Object.fromEntries(absent.map((name) => [name, null])) };
}

/** In a CSV a list is text. */
function withLists(row: Row, names: readonly string[]): Row {
  const texts = names.filter((name) => typeof row[name] === 'string');
  return texts.length === 0
    ? row
    : { ...row, ...Object.fromEntries(texts.map((name) => [name, listFromText(row[name])])) };
}

/** Other columns than the policy's: not what a single bad row looks like. */
export const isAboutColumns = (error: unknown): error is InputError =>
  error instanceof InputError &&
  ['column-missing', 'columns-not-found', 'classes-differ'].includes(error.code);
