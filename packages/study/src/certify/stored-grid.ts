import { InputError, type Policy } from '@cede/core';

/** The thresholds fixed at fit, which certificates choose from. */
export function storedGrid({ grid }: Policy): NonNullable<Policy['grid']> {
  if (!grid)
    throw new InputError(
      'certificate: this policy was written before certificates and has no stored thresholds to choose from.',
      'policy-older',
    );
  return grid;
}
