import {
  createDecider,
  createExplainer,
  type Decider,
  type Explainer,
  InputError,
  inputNames,
  ownColumns,
  type Policy,
  parsePolicy,
} from '@cede/core';
import { type Case, casesFor } from '@cede/data';
import { type Ranks, ranksOf } from '../control/ranks.js';
import { Problem } from '../problem/problem.js';
import { CASE_KEYS, type CaseInput, type FeatureValue } from './case-input.js';
import { isPlain } from './plain-text.js';
import type { ServeSettings } from './settings.js';

/** A policy ready to decide: what is made of it once, and used for every case. */
export interface InForce {
  readonly policy: Policy;
  readonly text: string;
  /** The number of this version in the service's history. */
  readonly version: number;
  readonly decider: Decider;
  readonly explain: Explainer;
  readonly ranks: Ranks;
  /** Whether all names that its answers hold stand for themselves in JSON and in a header. */
  readonly plainNames: boolean;
  /** The feature columns that a case may bring. */
  readonly columns: ReadonlySet<string>;
  /**
   * The probabilities and columns of a case, as the decider takes them. A column that the policy
   * doesn't know is refused, unless it is another policy's (`others`).
   */
  read(input: CaseInput, others?: OtherColumns): Pick<Case, 'model' | 'features'>;
}

/** Columns that a policy passes over: those of the one beside it, or whatever a log holds. */
export type OtherColumns = ReadonlySet<string> | 'any';

/** What a policy starts with: itself, its settings, and the one that runs beside it. */
export interface Adopted {
  readonly inForce: InForce;
  readonly settings: ServeSettings;
  readonly challenger: InForce | undefined;
}

export function putInForce(text: string, version: number, name = 'policy.json'): InForce {
  const policy = parsePolicy(text, name);
  const { scorer, classes, experts } = policy;
  const columns = new Set(featureNames(policy));
  return {
    policy,
    text,
    version,
    decider: createDecider(policy),
    explain: createExplainer(scorer, classes, policy.inputMeans),
    ranks: ranksOf(policy.calibration),
    plainNames: [...experts, ...classes, ...inputNames(scorer.features, classes)].every(isPlain),
    columns,
    read: caseReaderFor(policy, columns),
  };
}

const NONE: Float32Array = new Float32Array(0);

function caseReaderFor(policy: Policy, known: ReadonlySet<string>): InForce['read'] {
  const { features } = policy.scorer;
  const hasClasses = features.classes > 0;
  const asProbabilities = casesFor(policy, { logits: false });
  const asLogits = casesFor(policy, { logits: true });
  return (input, others) => {
    const { probs, logits } = input;
    insistOnOne(probs, logits, hasClasses, policy);
    const columns = columnsOf(input, known, others);
    // Nothing to look up by name: the decider checks the numbers itself.
    if (columns === undefined && known.size === 0 && probs)
      return { model: probs as unknown as Float32Array, features: NONE };
    const row = { ...columns, ...(hasClasses && { model: probs ?? logits }) };
    try {
      return (logits ? asLogits : asProbabilities).read(row);
    } catch (error) {
      throw (
        withoutFeatures(policy, columns ?? {}) ?? asProblem(error, fieldOf(error, input, known))
      );
    }
  };
}

/** What an error of the reader is about: a column where the caller wrote it, else the model's numbers. */
function fieldOf(error: unknown, input: CaseInput, known: ReadonlySet<string>): string {
  const named = error instanceof InputError ? (error.details.columns as string[] | undefined) : [];
  const column = named?.find((name) => known.has(name));
  if (column !== undefined) return Object.hasOwn(input, column) ? column : `features.${column}`;
  return input.probs ? 'probs' : input.logits ? 'logits' : 'features';
}

const LISTED = 5;

/** A case lacks columns that the scorer can't do without: all of them, in the words of a request. */
function withoutFeatures(
  { scorer: { features } }: Policy,
  given: Readonly<Record<string, FeatureValue>>,
): Problem | undefined {
  const needed = [
    ...ownColumns(features).filter((each) => !each.missing),
    ...(features.blocks ?? []),
  ];
  const absent = needed.map(({ name }) => name).filter((name) => !Object.hasOwn(given, name));
  if (absent.length === 0) return undefined;
  const listed = absent.slice(0, LISTED).map((name) => `"${name}"`);
  return new Problem(
    'invalid',
    `features: ${listed.join(', ')}${absent.length > LISTED ? ` and ${absent.length - LISTED} more` : ''} ${absent.length === 1 ? 'is' : 'are'} missing. This policy decides by ${absent.length === 1 ? 'it' : 'them'} too.`,
    'features',
  );
}

function insistOnOne(
  probs: unknown,
  logits: unknown,
  hasClasses: boolean,
  { classes }: Policy,
): void {
  if (probs !== undefined && logits !== undefined)
    throw new Problem('invalid', 'logits: give either probs or logits, not both.', 'logits');
  const given = probs === undefined ? (logits === undefined ? undefined : 'logits') : 'probs';
  if (hasClasses && given === undefined)
    throw new Problem(
      'invalid',
      `probs: is missing. Give the model's ${classes.length} probabilities as probs, or its logits as logits.`,
      'probs',
    );
  if (!hasClasses && given !== undefined)
    throw new Problem(
      'invalid',
      `${given}: this policy knows no classes; it decides by its feature columns.`,
      given,
    );
}

/** Feature columns, from `features` and from beside it; a name the policy doesn't know is refused. */
function columnsOf(
  input: CaseInput,
  known: ReadonlySet<string>,
  others: OtherColumns | undefined,
): Record<string, FeatureValue> | undefined {
  let columns: Record<string, FeatureValue> | undefined;
  const add = (name: string, value: FeatureValue, field: string) => {
    if (!known.has(name)) {
      if (others === 'any' || others?.has(name)) return;
      throw new Problem(
        'invalid',
        `${field}: is no feature column of this policy${known.size === 0 ? '' : ` (it has ${[...known].slice(0, 5).join(', ')}${known.size > 5 ? ', …' : ''})`}.`,
        field,
      );
    }
    columns ??= {};
    columns[name] = value;
  };
  for (const key in input) if (!CASE_KEYS.has(key)) add(key, input[key] as FeatureValue, key);
  if (input.features)
    for (const [name, value] of Object.entries(input.features)) {
      if (columns && Object.hasOwn(columns, name))
        throw new Problem(
          'invalid',
          `features.${name}: stands beside the case too. Give it once.`,
          `features.${name}`,
        );
      add(name, value, `features.${name}`);
    }
  return columns;
}

/** A refusal of the policy's reader or decider, with the field it is about. */
export function asProblem(error: unknown, field: string): unknown {
  if (!(error instanceof InputError)) return error;
  const column = error.details.column ?? error.details.name;
  const about = typeof column === 'string' ? `features.${column}` : field;
  // Hints about the command line mean nothing to somebody who sends JSON.
  const sentence = error.sentence
    .replace(/ If these are logits[^.]*\./, ' If these are logits, send them as logits.')
    .replace(/ Name them with --.*$/, '');
  return new Problem('invalid', `${about}: ${sentence}`, about);
}

/** What a case must bring: the columns that are not made of a block, and the blocks. */
export function featureNames({ scorer: { features } }: Policy): string[] {
  return [...ownColumns(features), ...(features.blocks ?? [])].map(({ name }) => name);
}
