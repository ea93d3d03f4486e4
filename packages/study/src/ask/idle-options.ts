import { InputError, optionText } from '@cede/core';

/** A refusal of an option that would change nothing without a word; `why` begins with its verb. */
export const idleOption = (what: string, option: string, why: string): InputError =>
  new InputError(`${what}: ${optionText(option)} ${why} Leave it out.`, 'option-idle', { option });
