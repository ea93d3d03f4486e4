import type { Expert } from '../../table/table.js';
import type { Joining } from './contract.js';
import { type JoinedLabels, joinedLabels } from './labels.js';
import { type JoinedProbabilities, joinedProbabilities } from './probabilities.js';

/** What was learned of joining answers, by the kind of expert. */
export type Learned = JoinedLabels | JoinedProbabilities;

/** Every way to join answers; a new one is a file, a line here and one in learners.ts. */
export const JOININGS: {
  readonly [K in Learned['kind']]: Joining<Extract<Learned, { kind: K }>>;
} = { labels: joinedLabels, probabilities: joinedProbabilities };

/** How answers of this kind are joined with the model's. */
export function joiningOf({ kind }: { readonly kind: Learned['kind'] }): Joining<Learned> {
  // Each way only ever gets what it has learned itself, which the types can't follow through a look-up.
  return JOININGS[kind] as unknown as Joining<Learned>;
}

/** Whether an expert of this kind can be joined with the model at all. */
export const isJoined = (kind: Expert['kind']): kind is Learned['kind'] =>
  Object.hasOwn(JOININGS, kind);
