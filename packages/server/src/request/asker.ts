import type { FastifyRequest } from 'fastify';
import { policyNamed, type Service } from '../engine/service.js';
import '../access/request-token.js';

/** The policy a route is about: the one named in the path, or the first. */
export const policyOf = (service: Service, request: FastifyRequest) =>
  policyNamed(service, (request.params as { name?: string }).name);

/** Who asks, as the record keeps it. */
export function askerOf(request: FastifyRequest) {
  const trace = request.headers.traceparent;
  return {
    ...(request.token && { by: request.token.name }),
    request: request.id,
    ...(typeof trace === 'string' && TRACE.test(trace) && { trace }),
  };
}

const TRACE = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
