import { optionText } from '@cede/core';
import type { Problems } from '../problems.js';
import { isMissing } from '../read/number.js';
import { countedFromOne } from './classes.js';
import type { NamesColumn } from './names.js';

/** What is known of the classes, and of the rows in which a name may be none of them. */
export interface Naming {
  readonly classes: readonly string[];
  /** Every name that labels and experts were found to give. */
  readonly answers: readonly string[];
  readonly sources: readonly { readonly name: string; readonly rows: number }[];
  readonly problems: Problems;
}

/** Names to class indices, in place; a name that is no class is a problem of its row. */
export function classIndices(
  column: NamesColumn,
  role: string,
  mayBeMissing: boolean,
  naming: Naming,
): Int32Array {
  const codes = column.codes;
  const known = new Map(naming.classes.map((name, k) => [name, k]));
  // A word for "missing" is one, unless a class is called that.
  const places = column.names.map((name) => known.get(name) ?? (isMissing(name) ? -1 : -2));
  const sound = mayBeMissing
    ? !places.includes(-2)
    : places.every((place) => place >= 0) && !codes.includes(-1);
  if (!sound) complain(column, codes, places, role, mayBeMissing, naming);
  renumber(codes, Int32Array.from([-1, ...places])); // at 0 what is missing
  return codes;
}

function complain(
  column: NamesColumn,
  codes: Int32Array,
  places: readonly number[],
  role: string,
  mayBeMissing: boolean,
  { classes, answers, sources, problems }: Naming,
): void {
  const known = classes.length > 8 ? `${classes[0]} … ${classes.at(-1)}` : classes.join(', ');
  const fromOne = countedFromOne(classes, answers);
  const fix = fromOne
    ? `Labels seem to count from 1: pass ${fromOne}.`
    : `If the columns stand for other names, pass ${optionText('classes')}.`;
  let row = 0;
  for (const source of sources) {
    problems.startFile(source.name);
    for (let inFile = 1; inFile <= source.rows; inFile++, row++) {
      const code = codes[row]!;
      const place = code < 0 ? -1 : places[code]!;
      if (place === -1 && !mayBeMissing) {
        problems.add(
          `missing:${role}`,
          inFile,
          () =>
            `the ${role} is ${code < 0 ? 'empty' : `"${column.names[code]}", which counts as missing`}`,
          'Every row needs one: leave the rows without it out of the table.',
        );
      } else if (place === -2) {
        const name = column.names[code];
        problems.add(
          `outside:${role}`,
          inFile,
          () =>
            `the ${role} is "${name}", which is none of the ${classes.length} classes (${known})`,
          fix,
        );
      }
    }
  }
}

function renumber(codes: Int32Array, places: Int32Array): void {
  for (let row = 0; row < codes.length; row++) codes[row] = places[codes[row]! + 1]!;
}
