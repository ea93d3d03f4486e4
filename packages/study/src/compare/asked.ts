import type { CompareAsk } from './ask.js';

/** What sets one comparison of the same tables apart from another; nothing that was left to its default. */
export type AskedOptions = Readonly<Record<string, unknown>>;

/** The question as plain options, sorted by name. */
export function askedOptions({ training, measures, ...ask }: CompareAsk): AskedOptions {
  // The rate side by side follows from the rest.
  const { sideBySideAt: _, ...measured } = measures ?? {};
  const all: Record<string, unknown> = { ...ask, ...training, ...measured };
  const named = Object.keys(all).filter((name) => all[name] !== undefined);
  return Object.fromEntries(named.sort().map((name) => [name, all[name]]));
}

/** The names of the options in which two comparisons differ. */
export function differingOptions(one: AskedOptions, other: AskedOptions): string[] {
  const same = (name: string) => JSON.stringify(one[name]) === JSON.stringify(other[name]);
  return Object.keys({ ...one, ...other })
    .filter((name) => !same(name))
    .sort();
}
