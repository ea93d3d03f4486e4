import type { FileMetaData, SchemaElement } from 'hyparquet';
import type { Field, Want } from '../../read/contract.js';
import { TYPES } from './types.js';

/** How values may be written; newer encodings are left to DuckDB. */
const ENCODINGS = ['PLAIN', 'RLE', 'BIT_PACKED', 'PLAIN_DICTIONARY', 'RLE_DICTIONARY'];

export const WHOLE = ['INT32', 'INT64'];
const SIGNED = /^INT_(8|16|32|64)$/;

/** The fields of a file whose every column is flat and of a type known here, as DuckDB has them. */
export function flatFields(metadata: FileMetaData): Field[] | undefined {
  const [root, ...elements] = metadata.schema;
  if (root?.num_children !== elements.length) return undefined;
  const names = new Set(elements.map(({ name }) => String(name).toLowerCase()));
  if (names.size !== elements.length) return undefined;
  const fields: Field[] = [];
  for (const element of elements) {
    if (element.num_children || element.repetition_type === 'REPEATED') return undefined;
    const kind = kindOf(element);
    if (!kind) return undefined;
    fields.push({ name: element.name, kind, width: 1 });
  }
  return fields;
}

function kindOf(element: SchemaElement): Field['kind'] | undefined {
  if (isNumber(element) || element.type === 'BOOLEAN') return 'number';
  if (isText(element)) return 'text';
  const meaning = element.logical_type?.type ?? element.converted_type ?? '';
  if (/^(DATE|TIMESTAMP)/.test(meaning)) return 'either';
  return /^(UINT_|INTEGER$|DECIMAL$)/.test(meaning) ? 'number' : undefined;
}

function isNumber({ type, converted_type, logical_type }: SchemaElement): boolean {
  if (type === undefined || type === 'BYTE_ARRAY' || !(type in TYPES)) return false;
  if (converted_type !== undefined && !SIGNED.test(converted_type)) return false;
  return !logical_type || (logical_type.type === 'INTEGER' && logical_type.isSigned);
}

function isText({ type, converted_type, logical_type }: SchemaElement): boolean {
  const said = converted_type === undefined || converted_type === 'UTF8';
  return type === 'BYTE_ARRAY' && said && (!logical_type || logical_type.type === 'STRING');
}

/** Bytes that don't say what they mean are text only once DuckDB has written them down. */
const isSaidText = (element: SchemaElement): boolean =>
  isText(element) && (element.converted_type === 'UTF8' || element.logical_type !== undefined);

/** Whether a want is decoded to text: text itself, or whole numbers that are names. */
export function isTextual(element: SchemaElement, { as }: Want): boolean {
  if (isSaidText(element)) return as === 'text' || as === 'label' || as === 'time';
  return as === 'text' && isNumber(element) && WHOLE.includes(element.type!);
}

/** Which of the wants can be decoded here; of those side by side all or none. */
export function decodable(
  { schema, row_groups }: FileMetaData,
  wants: readonly Want[],
  together: readonly (readonly number[])[],
): number[] {
  const known = (place: number) =>
    row_groups.every(({ columns }) =>
      columns[place]?.meta_data?.encodings.every((name) => ENCODINGS.includes(name)),
    );
  const sound = wants.map((want) => {
    const place = schema.findIndex(({ name }, k) => k > 0 && name === want.field) - 1;
    const element = schema[place + 1];
    if (place < 0 || !element || want.width !== 1 || !known(place)) return false;
    return isTextual(element, want) || (isNumber(element) && want.as !== 'text');
  });
  return [...wants.keys()].filter((want) => {
    const group = together.find((members) => members.includes(want)) ?? [want];
    return group.every((member) => sound[member]);
  });
}
