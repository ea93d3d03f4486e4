import type { FastifyReply, FastifyRequest } from 'fastify';
import { traceOf } from '../request/asker.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route writes its own headers; see {@link sendNow}. */
    ownHeaders?: boolean;
  }
}

/** What every answer carries, whatever it is. */
export const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const SECURITY_LIST = Object.entries(SECURITY_HEADERS).flat();

/** Headers that don't hang on the answer: guards, and what ties it to the caller's own logs. */
export function addHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS);
  reply.header('x-request-id', request.id);
  const trace = traceOf(request);
  if (trace !== undefined) reply.header('traceparent', trace);
}

/**
 * Sends a JSON text past fastify's own way of sending, which costs a decision as much as its score.
 * `more` are names and values in turns.
 */
export function sendNow(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  more: readonly string[],
): FastifyReply {
  const trace = traceOf(request);
  reply.hijack();
  reply.raw.writeHead(200, [
    ...SECURITY_LIST,
    'x-request-id',
    request.id,
    ...(trace === undefined ? [] : ['traceparent', trace]),
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(body)),
    ...more,
  ]);
  reply.raw.end(body);
  return reply;
}
