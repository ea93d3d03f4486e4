import { type ErrorDetails, InputError } from '@cede/core';

/** The command line itself is wrong (exit 2), not the data (exit 1). */
export class UsageError extends InputError {
  override name = 'UsageError';

  constructor(sentence: string, details?: ErrorDetails) {
    super(sentence, 'usage', details);
  }
}
