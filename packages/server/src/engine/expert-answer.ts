import {
  type CombinedAnswer,
  createAnswerer,
  InputError,
  joiningOf,
  type Policy,
} from '@cede/core';
import { Problem } from '../problem/problem.js';
import { recordedInputs } from './answer.js';
import type { InForce } from './in-force.js';

/** What an expert said about a case: a class, and the probabilities behind it where they were given. */
export interface Said {
  readonly said: number;
  readonly probabilities?: readonly number[];
}

/** An expert's answer as the record keeps it; `joined` is the answer of model and expert together. */
export type RecordedAnswer =
  | number
  | { readonly said: number; readonly joined: number }
  | { readonly correct: number };

/** The class that the expert named. */
export const saidClass = (value: RecordedAnswer): number | undefined =>
  typeof value === 'number' ? value : 'said' in value ? value.said : undefined;

/** The class that counts as the answer after a hand-over. */
export const countedClass = (value: RecordedAnswer): number | undefined =>
  typeof value === 'number' ? value : 'joined' in value ? value.joined : undefined;

/** An expert's probabilities, checked, and the class they answer with. */
export function saidProbabilities(given: readonly number[], { classes, answers }: Policy): Said {
  const field = 'expertProbs';
  const sum = given.reduce((a, b) => a + b, 0);
  if (given.length !== classes.length || Math.abs(sum - 1) > 0.01)
    throw new Problem(
      'invalid',
      `${field}: expected ${classes.length} probabilities that sum to 1, got ${given.length} that sum to ${+sum.toPrecision(4)}.`,
      field,
    );
  const probabilities = given.map((p) => p / sum);
  const { costMatrix } = answers ?? {};
  const answer = createAnswerer(costMatrix && { by: 'least-cost', costMatrix }, classes.length);
  return { said: answer(probabilities, 0), probabilities };
}

export interface Joined {
  readonly combine?: CombinedAnswer;
  /** Why the expert's answer counts alone although the policy joins answers. */
  readonly note?: string;
}

/** The answer of model and expert together, where the policy in force joins answers. */
export function joinedAnswer(
  { policy, decider, read }: InForce,
  inputs: string,
  { said, probabilities }: Said,
): Joined {
  const joins = policy.answers?.combine;
  if (!decider.combine || !joins) return {};
  const given = joiningOf(joins).fromAnswer(policy.classes[said], probabilities);
  if (given === undefined)
    return {
      note: "This policy joins the expert's probabilities: send expertProbs. The expert's own answer counts.",
    };
  try {
    const { model } = read(recordedInputs(inputs));
    return { combine: decider.combine(model, given) };
  } catch (error) {
    if (error instanceof Problem || error instanceof InputError)
      return {
        note: `The answers could not be joined (${error.message}). The expert's own answer counts.`,
      };
    throw error;
  }
}
