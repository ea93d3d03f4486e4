import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { traceOf } from '../request/trace.js';

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
const SECURITY_LINES = Object.entries(SECURITY_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** An answer on its way: `headers` are names and values in turns. */
export interface Replying {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers: readonly string[];
}

/** What ties an answer to the caller's own logs. */
export interface Ties {
  readonly request: string;
  readonly trace: string | undefined;
}

/** Headers that don't depend on the answer: guards, and what ties it to the caller's own logs. */
export function addHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS);
  reply.header('x-request-id', request.id);
  const trace = traceOf(request.headers.traceparent);
  if (trace !== undefined) reply.header('traceparent', trace);
}

/** Sends past fastify's own way of sending, which costs a decision as much as its score. */
export function sendNow(
  { request, trace }: Ties,
  reply: FastifyReply,
  { status, type, body, headers }: Replying,
): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(status, [
    ...SECURITY_LIST,
    ...['x-request-id', request],
    ...(trace === undefined ? [] : ['traceparent', trace]),
    ...['content-type', type, 'content-length', String(Buffer.byteLength(body))],
    ...headers,
  ]);
  reply.raw.end(body);
  return reply;
}

/**
 * The same for a socket: a text with a unit for each byte, which is written at a fraction of the time
 * that UTF-8 takes. Values of headers are plain ASCII without line ends; nearly all bodies are ASCII.
 */
export function replyText(
  { request, trace }: Ties,
  { status, type, body, headers }: Replying,
  keepAlive: number,
): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${SECURITY_LINES}x-request-id: ${request}\r\n`;
  if (trace !== undefined) head += `traceparent: ${trace}\r\n`;
  for (let k = 0; k < headers.length; k += 2) head += `${headers[k]}: ${headers[k + 1]}\r\n`;
  const length = Buffer.byteLength(body);
  const bytes = length === body.length ? body : Buffer.from(body).toString('latin1');
  return `${head}content-type: ${type}\r\ncontent-length: ${length}\r\n${dateLine()}connection: keep-alive\r\nkeep-alive: timeout=${keepAlive}\r\n\r\n${bytes}`;
}

let dated = { second: -1, line: '' };

/** The date has seconds, so a second's answers share it. */
function dateLine(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dated.second)
    dated = { second, line: `date: ${new Date(1000 * second).toUTCString()}\r\n` };
  return dated.line;
}
