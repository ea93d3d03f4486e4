/** How an option is written in a sentence; a value that is left out is up to the reader. */
export type OptionNotation = (name: string, value?: string) => string;

/** As a program gives it: "modelCost", or modelCost: 'fee'. */
const asProgram: OptionNotation = (name, value) =>
  value === undefined ? `"${name}"` : `${name}: ${/^[\w.]+$/.test(value) ? value : `'${value}'`}`;

let notation = asProgram;

/**
 * An option in a sentence for people. Rooms name options as programs do (`modelCost`); a command line
 * has flags instead, and says so once, when it starts: no room writes a flag.
 */
export const optionText: OptionNotation = (name, value) => notation(name, value);

/** Sets how options are written from now on: for whatever stands between the rooms and people. */
export function writeOptionsAs(given: OptionNotation = asProgram): void {
  notation = given;
}
