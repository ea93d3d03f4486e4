import { InputError } from '../error.js';
import { FEATURE_KINDS, type FeatureKind, partsOf } from '../features/spec.js';
import type { Table } from '../table/table.js';
import type { Method, ScorerShape } from './method.js';
import { unusable } from './refuse.js';

/**
 * What a method's scorer looks like and sees is a choice apart from its loss, written behind its
 * name: `drcpe-gce+linear+calibrated` is DR CPE with a straight rule on calibrated inputs.
 */
export interface Variant {
  readonly scorer?: ScorerShape;
  readonly features?: FeatureKind;
}

const SHAPES: readonly ScorerShape[] = ['network', 'linear'];

/** Splits a name into the method and what stands behind it. */
export function parseVariant(name: string): { method: string; variant: Variant } {
  const [method, ...tokens] = name.split('+');
  let variant: Variant = {};
  for (const token of tokens) {
    const shape = SHAPES.find((known) => known === token);
    const features = FEATURE_KINDS.find((known) => known === token && known !== 'columns');
    if (shape && !variant.scorer) variant = { ...variant, scorer: shape };
    else if (features && !variant.features) variant = { ...variant, features };
    else
      throw new InputError(
        `method "${name}": "+${token}" is not understood. Behind a name may stand +linear or +network, and one of ${FEATURE_KINDS.filter(
          (known) => known !== 'columns',
        )
          .map((known) => `+${known}`)
          .join(', ')}.`,
        'unknown-name',
        { what: 'method', name },
      );
  }
  return { method, variant };
}

/** The method with its variant settled: options given to a fit don't change what the name says. */
export function withVariant(method: Method, variant: Variant): Method {
  const { scorer, features } = variant;
  if (scorer === undefined && features === undefined) return method;
  const tokens = [scorer === 'network' ? undefined : scorer, features];
  const name = [method.name, ...tokens.filter((token) => token !== undefined)].join('+');
  return {
    ...method,
    name,
    seeded: method.seeded && scorer !== 'linear',
    whyUnusable: (table, expert) =>
      method.whyUnusable(table, expert) ??
      (scorer === 'linear' && method.networkOnly
        ? unusable(name, 'has no closed form: its loss needs a network. Leave "+linear" out.')
        : whyUnusable(name, features, table)),
    fit: (table, options = {}) => method.fit(table, { ...options, ...variant }),
  };
}

function whyUnusable(
  name: string,
  features: FeatureKind | undefined,
  table: Table,
): InputError | null {
  if (features === undefined) return null;
  if (!table.model)
    return unusable(name, "needs class probabilities, which this table doesn't have.");
  if (partsOf(features).calibrated && !table.label && !table.labelVotes)
    return unusable(
      name,
      "needs labels to calibrate the probabilities on, which this table doesn't have.",
    );
  return null;
}
