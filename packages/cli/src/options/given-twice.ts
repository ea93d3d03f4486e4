import type { Command, Option } from 'commander';

/** Parsers that add to what an option was given before. */
const ADDING = new WeakSet<object>();
/** What a former name of an option stands for. */
const STANDS_FOR = new WeakMap<Option, string>();

/** Marks a parser as one that adds: its option may be given several times. */
export function adding<Parse extends object>(parse: Parse): Parse {
  ADDING.add(parse);
  return parse;
}

export const standsFor = (option: Option, now: string): void => {
  STANDS_FOR.set(option, now);
};

/**
 * Of an option with one value, the last would win in silence: given twice it is refused. So is an
 * option beside its former name, or beside its negation.
 */
export function refuseRepeats(command: Command): void {
  for (const inner of command.commands) refuseRepeats(inner);
  const given = new Map<string, string>();
  for (const option of command.options) {
    if (option.variadic || (option.parseArg && ADDING.has(option.parseArg))) continue;
    const key = STANDS_FOR.get(option) ?? option.attributeName();
    command.on(`option:${option.name()}`, () => {
      const typed = option.long ?? option.flags;
      const before = given.get(key);
      given.set(key, typed);
      if (before === undefined) return;
      // A switch says the same however often.
      if (before === typed && !option.required && !option.optional) return;
      command.error(
        before === typed
          ? `error: ${typed} was given twice, and takes one value. Leave one out.`
          : `error: ${before} and ${typed} were both given. Leave one out.`,
        { code: 'cede.repeated' },
      );
    });
  }
}
