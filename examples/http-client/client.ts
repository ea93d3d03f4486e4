// A client of `cede serve`, typed from its OpenAPI document (api.ts, made by scripts/client-types.js).
// It needs nothing but fetch: copy both files into your project.
import type { Case, Decision, Outcome, OutcomeAnswer, Problem, Queue, Receipt } from './api.js';

/** A refusal of the service: `problem.detail` is one sentence, `problem.field` says where. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** Not now: why, and after how many seconds to ask again. */
class Wait {
  constructor(
    readonly seconds: number,
    readonly why: unknown,
  ) {}
}

/** What stands between the service and its caller answers in other words: a proxy without a backend. */
const nobodys = (status: number): Problem => ({
  ...{ type: 'about:blank', title: 'No answer of the service', status },
  detail: `The service could not be reached (${status}).`,
});

export interface ClientOptions {
  /** Where the service listens. */
  readonly address: string;
  readonly token?: string;
  /** The name of a policy, where the service has several. */
  readonly policy?: string;
  /** How often to try again when the service is busy or can't be reached. Ids make that safe. */
  readonly retries?: number;
}

/** Asks a service for decisions, and tells it what came of them. */
export function createClient({ address, token, policy, retries = 3 }: ClientOptions) {
  const name = policy === undefined ? '' : `/policies/${encodeURIComponent(policy)}`;
  const base = `${address}/v1${name}`;

  /** One try: an answer, or after how many seconds another one makes sense. */
  async function attempt<T>(method: string, path: string, body?: unknown): Promise<T | Wait> {
    let reply: Response;
    try {
      reply = await fetch(base + path, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (why) {
      return new Wait(1, why); // nobody answered, or the answer got lost on the way
    }
    if (reply.ok) return (await reply.json()) as T;
    const problem = (await reply.json().catch(() => nobodys(reply.status))) as Problem;
    const refused = new Refused(problem);
    if (reply.status < 502) throw refused;
    return new Wait(Number(reply.headers.get('retry-after') ?? 1), refused);
  }

  // A decision with an id is never made twice, and an outcome counts once, so asking again is safe.
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    for (let tried = 0; ; tried++) {
      const found = await attempt<T>(method, path, body);
      if (!(found instanceof Wait)) return found;
      if (tried >= retries) throw found.why;
      await new Promise((resolve) => setTimeout(resolve, 1000 * found.seconds));
    }
  }

  const withId = (asked: Case): Case => ({ id: crypto.randomUUID(), ...asked });

  return {
    /** Who answers this case? Without an id of your own it gets one. */
    decide: (asked: Case) => call<Decision>('POST', '/decide', withId(asked)),
    /** Many at once; a bad case is an error in its place. */
    decideAll: async (cases: readonly Case[]) =>
      (
        await call<{ decisions: (Decision | { id?: string; error: Problem })[] }>(
          ...(['POST', '/decide', { cases: cases.map(withId) }] as const),
        )
      ).decisions,
    /** What the expert said, and the truth where it is known. */
    outcome: (outcome: Outcome) => call<OutcomeAnswer>('POST', '/outcomes', outcome),
    receipt: (id: string) => call<Receipt>('GET', `/decisions/${encodeURIComponent(id)}`),
    /** Cases for a reviewer, the most valuable first, theirs for `lease` seconds. */
    queue: (by: string, limit = 10, lease = 600) =>
      call<Queue>('GET', `/queue?by=${encodeURIComponent(by)}&limit=${limit}&lease=${lease}`),
  };
}
