/** An option of a command as data: how it is written, what it does, and what its value must be. */
export interface FlagSpec {
  readonly flag: string;
  readonly help: string;
  /** A number from 0 to 1, a number from 0, a whole number from 0, or one of these words. */
  readonly takes?: 'fraction' | 'share' | 'number' | 'whole' | readonly string[];
}

const flag = (flag: string, help: string, takes?: FlagSpec['takes']): FlagSpec => ({
  ...{ flag, help },
  ...(takes && { takes }),
});

/** The options of `cede serve`; those of the config file have the same names. */
export const SERVE_FLAGS: readonly FlagSpec[] = [
  flag('--config <file>', 'JSON with the names of these options; options win'),
  flag('--host <address>', 'where to listen (127.0.0.1); elsewhere needs --tokens'),
  flag('--port <n>', 'which port (8080); 0 takes a free one', 'whole'),
  flag('--store <name>', 'a file, or postgres://…; in memory where left out'),
  flag('--durability <mode>', 'answer after or before it is on disk', ['strict', 'relaxed']),
  flag('--tokens <file>', 'hashed tokens and their roles'),
  flag('--observe', 'record without acting: answers "keep" for all but audited cases'),
  flag('--enforce', 'act on decisions (the default)'),
  flag('--rate <r>', 'hold this rate, also when the data drifts', 'fraction'),
  flag('--hold <what>', 'what the threshold follows', ['fixed', 'rate', 'cost', 'error']),
  flag('--target <x>', 'the rate, mean cost or error rate to hold', 'number'),
  flag('--largest-cost <x>', 'with --hold cost: the most one case can cost', 'number'),
  flag('--clamp', 'keep a held threshold within what was certified'),
  flag('--cap <n/window>', 'at most so many hand-overs, such as 1000/hour'),
  flag('--pace', 'spread the cap over its window'),
  flag('--audit <share>', 'hand this share to the expert all the same, to learn', 'fraction'),
  flag('--gold <share>', 'ask for the truth of this share of answered cases', 'fraction'),
  flag('--challenger <policy>', 'a second policy that decides in the shadow'),
  flag('--idempotency <seconds>', 'how long a key stands for the same request (a day)', 'whole'),
  flag('--retention <days>', 'remove decisions older than this', 'number'),
];

/** The options of `cede replay`. */
export const REPLAY_FLAGS: readonly FlagSpec[] = [
  flag('--name <policy>', 'its name in the service (default)'),
  flag('--worth <gain>', 'the smallest gain that matters (0.005)', 'fraction'),
  flag('--confidence <c>', 'of intervals and certificates (0.95)', 'share'),
  flag('--recertify <error>', 'certify this error rate on logged outcomes', 'fraction'),
  flag('-o, --output <policy>', 'with --recertify: where the policy goes'),
  flag('--export <table>', 'write the cases whose truth is known, to refit from'),
];
