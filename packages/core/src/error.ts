/**
 * What a caller or a user gave can't be used. The message is one sentence: what, where,
 * what was found, then how to fix it. A command line prints it without a stack trace.
 */
export class InputError extends Error {
  override name = 'InputError';
}

/** Throws an {@link InputError} unless the condition holds. */
export function insist(condition: boolean, message: () => string): asserts condition {
  if (!condition) throw new InputError(message());
}
