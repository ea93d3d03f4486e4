/**
 * Every refusal the service can give, by name: its HTTP status and a title that never changes. The
 * sentence (`detail`) says what was found this time; `field` names the part of the request.
 */
export const PROBLEMS = {
  invalid: { status: 400, title: 'The request is not valid' },
  unauthorized: { status: 401, title: 'A token is needed' },
  forbidden: { status: 403, title: 'The token does not allow this' },
  'not-found': { status: 404, title: 'There is no such thing' },
  'method-not-allowed': { status: 405, title: 'Not with this method' },
  conflict: { status: 409, title: 'The same key was used before' },
  stale: { status: 412, title: 'Somebody changed it in between' },
  'too-large': { status: 413, title: 'The request is too large' },
  'wrong-type': { status: 415, title: 'The body has a type the service does not read' },
  'condition-needed': { status: 428, title: 'Say which version you saw' },
  overloaded: { status: 503, title: 'Too much at once' },
  'store-unavailable': { status: 503, title: 'The record can not be kept right now' },
  stopping: { status: 503, title: 'The service is stopping' },
} as const;

/** One of the names in {@link PROBLEMS}. */
export type ProblemKind = keyof typeof PROBLEMS;

/** A refusal on its way to the caller. */
export class Problem extends Error {
  override name = 'Problem';
  constructor(
    readonly kind: ProblemKind,
    detail: string,
    readonly field?: string,
    /** Seconds after which it may be worth trying again. */
    readonly retryAfter?: number,
  ) {
    super(detail);
  }

  get status(): number {
    return PROBLEMS[this.kind].status;
  }

  /** The body of an application/problem+json answer (RFC 9457). */
  body(): ProblemBody {
    return {
      type: `/docs#${this.kind}`,
      title: PROBLEMS[this.kind].title,
      status: this.status,
      detail: this.message,
      ...(this.field !== undefined && { field: this.field }),
    };
  }
}

/** An error as it is sent. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly field?: string;
}

/** The same refusal about a case in a list: its field begins with where it stands. */
export function problemAt(problem: Problem, place: string): Problem {
  const field = problem.field === undefined ? place : `${place}.${problem.field}`;
  return new Problem(problem.kind, problem.message, field, problem.retryAfter);
}
