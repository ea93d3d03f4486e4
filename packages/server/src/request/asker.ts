import type { FastifyRequest } from 'fastify';
import type { Asker } from '../engine/answer.js';
import { policyNamed, type Service } from '../engine/service.js';
import '../access/request-token.js';
import { traceOf } from './trace.js';

/** The policy a route is about: the one named in the path, or the first. */
export const policyOf = (service: Service, request: FastifyRequest) =>
  policyNamed(service, (request.params as { name?: string }).name);

/** Who asks, as the record keeps it. */
export function askerOf(request: FastifyRequest): Asker & { request: string } {
  return {
    by: request.token?.name,
    request: request.id,
    trace: traceOf(request.headers.traceparent),
  };
}
