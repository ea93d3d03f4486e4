import type { FastifyRequest } from 'fastify';
import type { Asker } from '../engine/answer.js';
import { policyNamed, type Service } from '../engine/service.js';
import '../access/request-token.js';

/** The policy a route is about: the one named in the path, or the first. */
export const policyOf = (service: Service, request: FastifyRequest) =>
  policyNamed(service, (request.params as { name?: string }).name);

/** Who asks, as the record keeps it. */
export function askerOf(request: FastifyRequest): Asker {
  return { by: request.token?.name, request: request.id, trace: traceOf(request) };
}

/** A traceparent, where it is one. */
export function traceOf({ headers: { traceparent } }: FastifyRequest): string | undefined {
  return typeof traceparent === 'string' && TRACE.test(traceparent) ? traceparent : undefined;
}

const TRACE = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
