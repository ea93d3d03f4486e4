import { columnRoles } from '@cede/data';
import { UsageError } from '../usage-error.js';
import { askedPromises, askedSettings, optionName, type TuneFlags } from './flags.js';

/** What a command line asks `tune` for. */
export type TuneMode = 'setting' | 'certify' | 'bounds' | 'equal-rates' | 'group-certificates';

/** The flags, seen the way the rules below ask about them. */
interface Asked {
  readonly flags: TuneFlags;
  readonly hasRows: boolean;
  readonly promises: readonly string[];
  /** Settings that are no promise, and their options' names. */
  readonly settings: readonly string[];
  readonly named: string;
}

/** What is refused, and the sentence for it; the first that holds is said. */
interface Refusal {
  readonly when: (asked: Asked) => boolean;
  readonly say: (asked: Asked) => string;
}

const rule = (when: Refusal['when'], say: string | Refusal['say']): Refusal => ({
  when,
  say: typeof say === 'string' ? () => say : say,
});

const byClass = ({ flags }: Asked) => flags.perClass === true || flags.everyClass === true;
const promised = ({ promises }: Asked) => promises.length > 0;
const budgeted = ({ promises }: Asked) => promises.includes('budget');
const equalRates = ({ flags, settings }: Asked) =>
  flags.perGroup === 'rate' && flags.rate !== undefined && settings.length === 1;
const setting = (asked: Asked) =>
  !promised(asked) && !asked.flags.bounds && asked.flags.perGroup === undefined;

const priced = (asked: Asked) => asked.promises.includes('maxCost') || asked.flags.bounds === true;
const RANGES = ['largestCost', 'largestWeight', 'largestCluster', 'smallestPropensity'] as const;
/** What says how a table is read. */
const OF_ROWS = [...columnRoles().map(([name]) => name), 'classes', 'costMatrix'] as const;
const given = (keys: readonly (keyof TuneFlags)[], { flags }: Asked) =>
  optionName(keys.find((key) => flags[key] !== undefined) ?? '');

const REFUSALS: readonly Refusal[] = [
  rule(
    (asked) => promised(asked) && !asked.hasRows,
    'a promise needs rows that nothing was fitted on: cede tune policy.json CALIBRATION --max-error 0.05.',
  ),
  rule(
    (asked) => promised(asked) && asked.settings.length > 0,
    ({ named }) => `give a promise or a setting, not both; got ${named} too.`,
  ),
  rule(
    ({ flags }) => flags.perClass === true && flags.everyClass === true,
    '--per-class gives every answer a threshold of its own, --every-class one to all. Leave one of them out.',
  ),
  rule(
    (asked) => byClass(asked) && !promised(asked),
    '--per-class and --every-class need a promise: --max-kept-error 0.05.',
  ),
  rule(
    (asked) =>
      byClass(asked) && (asked.flags.group !== undefined || asked.flags.perGroup !== undefined),
    "--per-class and --every-class are about the model's answers, --group about cases. Leave one of them out.",
  ),
  rule(
    ({ flags }) => flags.perClass === true && flags.bounds === true,
    '--bounds is about thresholds that all answers share. Leave --bounds or --per-class out.',
  ),
  rule(
    (asked) => asked.flags.bounds === true && budgeted(asked),
    '--bounds is about errors and gains, which a budget leaves out. Run it in a command of its own.',
  ),
  rule(
    ({ flags }) => flags.bounds === true && flags.perGroup !== undefined,
    '--bounds is about thresholds that all groups share. Leave --bounds or --per-group out.',
  ),
  rule(
    ({ flags }) => flags.bounds === true && flags.group !== undefined,
    '--bounds is about all cases together, and --group asks about every group. Leave --bounds or --group out.',
  ),
  rule(
    ({ flags }) => flags.perGroup !== undefined && flags.group === undefined,
    '--per-group needs the column of the groups. Add --group.',
  ),
  rule(
    ({ flags, hasRows }) => flags.perGroup !== undefined && !hasRows,
    '--per-group needs rows with their groups.',
  ),
  rule(
    (asked) => !promised(asked) && equalRates(asked) && asked.flags.confidence !== undefined,
    '--rate promises nothing, so there is no confidence in it. Leave --confidence out, or promise: --max-rate.',
  ),
  rule(
    (asked) => !promised(asked) && asked.flags.perGroup === 'rate' && !equalRates(asked),
    '--per-group rate needs --rate or --max-rate.',
  ),
  rule(
    (asked) =>
      promised(asked) && asked.flags.perGroup === 'rate' && asked.flags.maxRate === undefined,
    '--per-group rate is about a rate in every group: --rate or --max-rate. For another promise in every group write --per-group error.',
  ),
  rule(
    (asked) => !promised(asked) && asked.flags.perGroup === 'error',
    '--per-group error needs a promise: --max-error 0.05.',
  ),
  rule(
    (asked) => setting(asked) && asked.flags.confidence !== undefined,
    '--confidence belongs to a promise or to --bounds.',
  ),
  rule(
    ({ flags, hasRows }) => flags.bounds === true && !hasRows,
    '--bounds needs rows that nothing was fitted on to find bounds on.',
  ),
  rule(
    ({ flags, settings }) => flags.bounds === true && settings.length > 0,
    ({ named }) => `--bounds sets no threshold; got ${named} too.`,
  ),
  rule(
    (asked) => setting(asked) && asked.settings.length !== 1,
    ({ named }) =>
      `give exactly one of --rate, --cost, --density-ratio and --budget, or a promise; got ${named || 'none'}.`,
  ),
  rule(
    (asked) => setting(asked) && asked.hasRows,
    ({ flags, named }) =>
      `rows are for promises; ${named} is set from what the policy remembers${flags.rate !== undefined ? ', or on rows given with --traffic. Leave them out, or write --traffic before them' : flags.budget !== undefined ? ', and certified on rows with --confidence' : ''}.`,
  ),
  rule(
    (asked) =>
      asked.flags.traffic !== undefined && (!setting(asked) || asked.flags.rate === undefined),
    '--traffic sets a rate. Give --rate with it, and nothing else.',
  ),
  rule(
    (asked) => !promised(asked) && !asked.flags.bounds && given(RANGES, asked) !== '--',
    (asked) => `${given(RANGES, asked)} belongs to a promise or to --bounds.`,
  ),
  rule(
    (asked) => asked.flags.errorCost !== undefined && !priced(asked),
    '--error-cost belongs to --max-cost or to --bounds.',
  ),
  rule(
    (asked) => asked.flags.largestCost !== undefined && !priced(asked) && !budgeted(asked),
    '--largest-cost belongs to --max-cost, --bounds, or --budget with --confidence.',
  ),
  rule(
    (asked) =>
      !asked.hasRows && asked.flags.traffic === undefined && given(OF_ROWS, asked) !== '--',
    (asked) => `${given(OF_ROWS, asked)} says how rows are read, and none are given.`,
  ),
];

/** Which of the ways to tune is meant; anything between two ways is refused. */
export function tuneModeOf(flags: TuneFlags, hasRows: boolean): TuneMode {
  const promises = askedPromises(flags);
  const settings = askedSettings(flags, promises);
  const asked: Asked = {
    flags,
    hasRows,
    promises: Object.keys(promises),
    settings,
    named: settings.map(optionName).join(' and '),
  };
  const refusal = REFUSALS.find(({ when }) => when(asked));
  if (refusal) throw new UsageError(`tune: ${refusal.say(asked)}`);
  if (flags.perGroup !== undefined) return promised(asked) ? 'group-certificates' : 'equal-rates';
  if (promised(asked)) return 'certify';
  return flags.bounds ? 'bounds' : 'setting';
}
