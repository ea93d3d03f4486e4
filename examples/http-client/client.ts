// A client of `cede serve`, typed from its OpenAPI document (api.ts, made by scripts/client-types.js).
// It needs nothing but fetch: copy both files into your project.
import type { Case, Decision, Outcome, OutcomeAnswer, Problem, Queue, Receipt } from './api.js';

/** A refusal of the service: `problem.detail` is one sentence, `problem.field` says where. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

export interface ClientOptions {
  /** Where the service listens. */
  readonly address: string;
  readonly token?: string;
  /** The name of a policy, where the service has several. */
  readonly policy?: string;
  /** How often to try again when the service is busy. The id makes that safe: see below. */
  readonly retries?: number;
}

/** Asks a service for decisions, and tells it what came of them. */
export function createClient({ address, token, policy, retries = 3 }: ClientOptions) {
  const base = `${address}/v1${policy === undefined ? '' : `/policies/${policy}`}`;

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      const reply = await fetch(base + path, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (reply.ok) return (await reply.json()) as T;
      // 503 says when to come back. A decision with an id is never made twice, so asking again is safe.
      if (reply.status === 503 && attempt < retries) {
        const seconds = Number(reply.headers.get('retry-after') ?? 1);
        await reply.text();
        await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
        continue;
      }
      throw new Refused((await reply.json()) as Problem);
    }
  }

  return {
    /** Who answers this case? Without an id of your own the service makes one. */
    decide: (asked: Case) =>
      call<Decision>('POST', '/decide', { id: crypto.randomUUID(), ...asked }),
    /** Many at once; a bad case is an error in its place. */
    decideAll: async (cases: readonly Case[]) =>
      (
        await call<{ decisions: (Decision | { id?: string; error: Problem })[] }>(
          ...(['POST', '/decide', { cases }] as const),
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
