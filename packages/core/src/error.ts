import { ERROR_CODES, type ErrorCode, type ErrorMeaning } from './error-codes.js';

/** What a program may want to know beside the sentence: plain JSON. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/**
 * What a caller or a user gave can't be used. The message is one sentence: what, where,
 * what was found, then how to fix it. A command line prints it without a stack trace.
 * Programs never read the sentence: they go by `code` (see error-codes.ts) and `details`.
 */
export class InputError extends Error {
  override name = 'InputError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  /** The message without its subject, for whoever says it of something else. */
  readonly sentence: string;
  /** What the sentence is about, such as "table val.csv": it stands before it in the message. */
  readonly subject?: string;

  constructor(
    sentence: string,
    code: ErrorCode = 'invalid-input',
    details: ErrorDetails = {},
    subject?: string,
  ) {
    super(oneLine(subject === undefined ? sentence : `${subject}: ${sentence}`));
    this.sentence = oneLine(sentence);
    this.code = code;
    this.details = details;
    if (subject !== undefined) this.subject = subject;
  }

  /** The same refusal, said of something else. */
  of(subject: string): InputError {
    return new InputError(this.sentence, this.code, this.details, subject);
  }

  /** The same refusal with more words: a subject before the whole message, or advice after it. */
  saying(message: string): InputError {
    return new InputError(message, this.code, this.details);
  }
}

/** Names come from files and may hold anything; a message is one line. */
const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

/** Whether an error is a refusal for this reason. */
export function isRefusal(error: unknown, code: ErrorCode): error is InputError {
  return error instanceof InputError && error.code === code;
}

/** Whether a refusal has to do with this: a table's columns, its rows … */
export function isAbout({ code }: InputError, about: ErrorMeaning['about']): boolean {
  return ERROR_CODES[code].about === about;
}

/** Throws an {@link InputError} unless the condition holds. */
export function insist(
  condition: boolean,
  sentence: () => string,
  code?: ErrorCode,
  details?: ErrorDetails,
): asserts condition {
  if (!condition) throw new InputError(sentence(), code, details);
}
