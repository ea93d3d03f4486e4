/** How an option is written in a sentence; a value that is left out is up to the reader. */
export type OptionNotation = (name: string, value?: string) => string;

const NOTATION = Symbol.for('cede.option-notation');

/** As a program gives it: "modelCost", or modelCost: 'fee'. */
const asProgram: OptionNotation = (name, value) =>
  value === undefined ? `"${name}"` : `${name}: ${/^[\w.]+$/.test(value) ? value : `'${value}'`}`;

/**
 * Kept by the process, not by this file: a command may carry a small core of its own (`cede decide`)
 * and load other rooms beside it, and all of them write options alike.
 */
const shared = globalThis as { [NOTATION]?: OptionNotation };

/**
 * An option in a sentence for people. Rooms name options as programs do (`modelCost`); a command line
 * has flags instead, and says so once, when it starts: no room writes a flag.
 */
export const optionText: OptionNotation = (name, value) =>
  (shared[NOTATION] ?? asProgram)(name, value);

/** Sets how options are written from now on: for whatever stands between the rooms and people. */
export function writeOptionsAs(given: OptionNotation = asProgram): void {
  shared[NOTATION] = given;
}
