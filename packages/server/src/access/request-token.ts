import type { Role, Token } from './tokens.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the caller's token must allow; `none` needs no token. */
    role?: Role | 'any' | 'none';
  }
  interface FastifyRequest {
    token?: Token;
  }
}
