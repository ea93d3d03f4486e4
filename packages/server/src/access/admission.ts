import { Problem } from '../problem/problem.js';
import { allows, type Role, type Token, tokenOf } from './tokens.js';

/** Who may come in, and how many at once. */
export interface Admission {
  /** The caller's token, where tokens are needed; throws where it is unknown or allows too little. */
  tokenFor(role: Role | 'any', authorization: string | undefined): Token | undefined;
  /** Counts a request in, or refuses it; whoever was let in must leave. */
  enter(): void;
  leave(): void;
}

export function createAdmission(
  tokens: () => readonly Token[] | undefined,
  mostAtOnce: number,
): Admission {
  let underWay = 0;
  return {
    tokenFor(role, authorization) {
      const known = tokens();
      if (!known) return undefined;
      const token = tokenOf(known, authorization);
      if (!token)
        throw new Problem(
          'unauthorized',
          'authorization: send a known token, as Authorization: Bearer TOKEN.',
          'authorization',
        );
      if (!allows(token, role))
        throw new Problem(
          'forbidden',
          `authorization: the token ${token.name} has no role ${role}.`,
          'authorization',
        );
      return token;
    },
    enter() {
      if (underWay >= mostAtOnce)
        throw new Problem(
          'overloaded',
          `${underWay} requests are under way. Try again in a second.`,
          undefined,
          1,
        );
      underWay++;
    },
    leave() {
      underWay--;
    },
  };
}
