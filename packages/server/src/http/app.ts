import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Service } from '../engine/service.js';
import { Problem } from '../problem/problem.js';
import { addHeaders } from '../reply/headers.js';
import { problemOf } from '../request/refusal.js';
import { addDecide } from '../routes/decide.js';
import { addDecisions } from '../routes/decisions.js';
import { addDocs } from '../routes/docs.js';
import { addHealth } from '../routes/health.js';
import { addOutcomes } from '../routes/outcomes.js';
import { addPolicy } from '../routes/policy.js';
import { addQueue } from '../routes/queue.js';
import { addStatus } from '../routes/status.js';
import '../access/request-token.js';
import '../request/body-text.js';
import { allows, tokenOf } from '../access/tokens.js';

export interface HttpOptions {
  readonly bodyLimit?: number;
  /** Requests that may be under way at once; more are refused with 503. */
  readonly mostAtOnce?: number;
  /** For benchmarks: a route that parses its body and does nothing. */
  readonly emptyRoute?: boolean;
}

const BODY_LIMIT = 1 << 20;
const MOST_AT_ONCE = 1000;

/** The HTTP side: routes, tokens, limits, and what becomes of an error. */
export function createApp(service: Service, options: HttpOptions = {}): FastifyInstance {
  const app = fastify({
    logger: false,
    // An address that is no address never reaches a route.
    frameworkErrors: (error, request, reply) => sendProblem(service, error, request, reply),
    bodyLimit: options.bodyLimit ?? BODY_LIMIT,
    requestTimeout: 20_000, // slow clients are cut off
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // what arrives on an open connection while stopping is still answered
    genReqId: (request) => requestId(request.headers['x-request-id']),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
  });
  app.decorateRequest('bodyText').decorateRequest('token');
  readBodies(app);
  guard(app, service, options.mostAtOnce ?? MOST_AT_ONCE);
  app.setErrorHandler((error, request, reply) => sendProblem(service, error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0].slice(0, 200);
    return sendProblem(
      service,
      new Problem('not-found', `There is no ${request.method} ${path}. See /docs.`),
      request,
      reply,
    );
  });
  for (const add of [addDecide, addOutcomes, addDecisions, addPolicy, addQueue, addStatus]) {
    add(app, service, '/v1');
    add(app, service, '/v1/policies/:name');
  }
  addHealth(app, service);
  addDocs(app);
  if (options.emptyRoute)
    app.post('/empty', { config: { role: 'none' } }, (_request, reply) => reply.send('{}'));
  return app;
}

let requests = 0;
const thisProcess = Math.random().toString(36).slice(2, 8);

/** The caller's own request id, where it is one; else a short one of ours. */
function requestId(header: string | string[] | undefined): string {
  if (typeof header === 'string' && /^[\w.:/+=@-]{1,128}$/.test(header)) return header;
  return `${thisProcess}-${(++requests).toString(36)}`;
}

/** Bodies: JSON as text, so that a wrong one gets our sentence; NDJSON as it streams in. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    try {
      request.bodyText = text as string;
      done(null, JSON.parse(text as string));
    } catch (error) {
      const why = (error as Error).message.replace(/, ?".*$/s, '').slice(0, 80);
      done(new Problem('invalid', `body: is not complete JSON (${why}).`, 'body'));
    }
  });
  app.addContentTypeParser(
    ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
    (_request, payload, done) => done(null, payload),
  );
}

function guard(app: FastifyInstance, service: Service, mostAtOnce: number): void {
  let underWay = 0;
  app.addHook('onRequest', (request, reply, done) => {
    const { role = 'admin', ownHeaders } = request.routeOptions.config;
    if (!ownHeaders) addHeaders(request, reply);
    if (role !== 'none' && service.tokens) {
      const token = tokenOf(service.tokens, request.headers.authorization);
      if (!token)
        return done(
          new Problem(
            'unauthorized',
            'authorization: send a known token, as Authorization: Bearer TOKEN.',
            'authorization',
          ),
        );
      if (!allows(token, role))
        return done(
          new Problem(
            'forbidden',
            `authorization: the token ${token.name} has no role ${role}.`,
            'authorization',
          ),
        );
      request.token = token;
    }
    if (role !== 'none' && underWay >= mostAtOnce)
      return done(
        new Problem(
          'overloaded',
          `${underWay} requests are under way. Try again in a second.`,
          undefined,
          1,
        ),
      );
    underWay++;
    // `close` comes once for every answer, also for those whose reader has gone.
    reply.raw.once('close', () => {
      underWay--;
    });
    done();
  });
}

function sendProblem(
  service: Service,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  let problem = problemOf(error);
  if (!problem) {
    const { message, stack } = error as Error;
    service.logger.log('error', 'bug', { request: request.id, message, stack });
    problem = new Problem(
      'store-unavailable',
      'Something went wrong inside the service; its log says what.',
      undefined,
      1,
    );
  }
  service.metrics.refused(problem.kind);
  addHeaders(request, reply);
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  if (problem.kind === 'unauthorized') reply.header('www-authenticate', 'Bearer');
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem.body()));
}
