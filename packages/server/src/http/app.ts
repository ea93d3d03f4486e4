import { createServer } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Admission, createAdmission } from '../access/admission.js';
import type { Service } from '../engine/service.js';
import { Problem } from '../problem/problem.js';
import { addHeaders } from '../reply/headers.js';
import { refusalOf } from '../reply/refusal.js';
import { jsonBody } from '../request/json-body.js';
import { requestId } from '../request/request-id.js';
import { addDecide } from '../routes/decide.js';
import { decideFromSocket } from '../routes/decide-from-socket.js';
import { addDecisions } from '../routes/decisions.js';
import { addDocs } from '../routes/docs.js';
import { addHealth } from '../routes/health.js';
import { addOutcomes } from '../routes/outcomes.js';
import { addPolicy } from '../routes/policy.js';
import { addQueue } from '../routes/queue.js';
import { addStatus } from '../routes/status.js';
import '../access/request-token.js';
import '../request/body-text.js';
import { addExpressLane, type ExpressLane } from './express-lane.js';

export interface HttpOptions {
  readonly bodyLimit?: number;
  /** Requests that may be under way at once; more are refused with 503. */
  readonly mostAtOnce?: number;
  /** For benchmarks: a route that parses its body and does nothing. */
  readonly emptyRoute?: boolean;
}

const BODY_LIMIT = 1 << 20;
const MOST_AT_ONCE = 1000;
/** How long an open connection may wait for its next request, in seconds. */
const KEEP_ALIVE = 72;
/** Slow clients are cut off; all in ms. */
const TIMEOUTS = {
  keepAliveTimeout: 1000 * KEEP_ALIVE,
  requestTimeout: 20_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
};

/** The HTTP side: routes, tokens, limits, and what becomes of an error. */
export function createApp(service: Service, options: HttpOptions = {}): FastifyInstance {
  const bodyLimit = options.bodyLimit ?? BODY_LIMIT;
  const admission = createAdmission(() => service.tokens, options.mostAtOnce ?? MOST_AT_ONCE);
  let lane: ExpressLane | undefined;
  const app = fastify({
    logger: false,
    // An address that is no address never reaches a route.
    frameworkErrors: (error, request, reply) => sendProblem(service, error, request, reply),
    bodyLimit,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // what arrives on an open connection while stopping is still answered
    genReqId: (request) => requestId(request.headers['x-request-id']),
    // Bodies are checked by our own schemas; fastify's compilers would take a tenth of the start.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    serverFactory: (handler) => {
      const server = createServer(TIMEOUTS, handler);
      const answer = decideFromSocket(service, admission, { bodyLimit, keepAlive: KEEP_ALIVE });
      lane = addExpressLane(server, answer, {
        firstTimeout: TIMEOUTS.headersTimeout,
        keepAlive: TIMEOUTS.keepAliveTimeout,
      });
      return server;
    },
  });
  app.addHook('preClose', (done) => {
    lane?.close();
    done();
  });
  app.decorateRequest('bodyText').decorateRequest('token');
  readBodies(app);
  guard(app, admission);
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

const unused = () => () => {
  throw new Error('no route has a schema of fastify');
};

/** Bodies: JSON as text, so that a wrong one gets our sentence; NDJSON as it streams in. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    try {
      request.bodyText = text as string;
      done(null, jsonBody(text as string));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser(
    ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
    (_request, payload, done) => done(null, payload),
  );
}

function guard(app: FastifyInstance, admission: Admission): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { role = 'admin', ownHeaders } = request.routeOptions.config;
    if (!ownHeaders) addHeaders(request, reply);
    if (role === 'none') return done();
    try {
      request.token = admission.tokenFor(role, request.headers.authorization);
      admission.enter();
    } catch (error) {
      return done(error as Error);
    }
    // `close` comes once for every answer, also for those whose reader has gone.
    reply.raw.once('close', admission.leave);
    done();
  });
}

function sendProblem(
  service: Service,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { status, type, body, headers } = refusalOf(service, error, request.id);
  addHeaders(request, reply);
  for (let k = 0; k < headers.length; k += 2) reply.header(headers[k], headers[k + 1]);
  return reply.code(status).header('content-type', type).send(body);
}
