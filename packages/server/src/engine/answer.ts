import { Problem } from '../problem/problem.js';
import type { DecisionRow } from '../store/contract.js';
import type { CaseInput } from './case-input.js';

/** Who asks, for the record. */
export interface Asker {
  readonly by?: string;
  readonly request?: string;
  readonly trace?: string;
}

/** An answer as it is sent, and what proxies read from its headers. */
export interface Answer {
  /** JSON. */
  readonly body: string;
  readonly route: string;
  /** As a header says it. */
  readonly score: string;
  readonly reason: string;
  readonly policy: string;
  /** Whether its texts are known to be plain ASCII. */
  readonly plain: boolean;
  /** When its record is on disk: not to be sent before. Absent where nobody has to wait. */
  readonly durable?: Promise<void> | undefined;
}

/** A longer text of a case is written anew, in case it is mostly blanks. */
const LONGEST_TEXT = 8192;

/** What was asked, for the record: the caller's own text where there is one. */
export const inputsText = (input: CaseInput, text: string | undefined): string =>
  text !== undefined && text.length <= LONGEST_TEXT ? text : JSON.stringify(input);

/** What a record says was asked, without the key. */
export function recordedInputs(inputs: string): Omit<CaseInput, 'id' | 'step'> {
  const { id: _id, step: _step, ...rest } = JSON.parse(inputs) as CaseInput;
  return rest;
}

/** The same request may come with its keys in another order, or other blanks. */
function isSame(one: string, other: string): boolean {
  return one === other || canonical(one) === canonical(other);
}

const canonical = (inputs: string) =>
  JSON.stringify(recordedInputs(inputs), (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** The same key and body give the same answer; another body is refused. */
export function sameOr409(
  recorded: Pick<DecisionRow, 'answer' | 'route' | 'priority' | 'inputs' | 'id' | 'step'>,
  inputs: string,
): Answer {
  const { id, step } = recorded;
  if (isSame(recorded.inputs, inputs)) return answerOf(recorded);
  throw new Problem(
    'conflict',
    `id: ${JSON.stringify(id)}, step ${step} was decided before with another body. Use another id, or send the same body.`,
    'id',
  );
}

/** A decision on record as it was answered. */
function answerOf({
  answer: body,
  route,
  priority,
}: Pick<DecisionRow, 'answer' | 'route' | 'priority'>): Answer {
  const { reason, policy } = JSON.parse(body) as { reason: string; policy: string };
  return { body, route, score: String(priority), reason, policy, plain: false };
}

/** A sentence where a case names another model than the policy was fitted for. */
export function versionWarning(
  expected: string | undefined,
  given: string | undefined,
): string | undefined {
  if (expected === undefined || given === undefined || expected === given) return undefined;
  return `The policy was fitted for model version ${expected}, the case names ${given}.`;
}
