import { InputError, methodNamed } from '@cede/core';
import { UsageError } from '../usage-error.js';
import { adding } from './given-twice.js';
import { list } from './numbers.js';

/** A method's name, refused before any table is read if there is none like it. */
function methodName(option: string): (text: string) => string {
  return (text) => {
    try {
      return methodNamed(text).name;
    } catch (error) {
      if (error instanceof InputError)
        throw new UsageError(`${option}: ${error.message}`, error.details);
      throw error;
    }
  };
}

/** Comma-separated or one by one. */
function methodNames(option: string) {
  const one = methodName(option);
  return adding((text: string, before: string[] | undefined): string[] => {
    const names = list(text).map(one);
    if (names.length === 0) throw new UsageError(`${option}: names no method, got "${text}".`);
    return [...(before ?? []), ...names];
  });
}

/** Apart from other values: every method comes with its training, and `decide` does without. */
export const METHODS = { method: methodName, methods: methodNames };
