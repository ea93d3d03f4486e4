import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordedInputs } from '../engine/answer.js';
import type { Service } from '../engine/service.js';
import { Problem } from '../problem/problem.js';
import { policyOf } from '../request/asker.js';
import { checked } from '../schema/check.js';
import { queueQuerySchema, releaseSchema } from '../schema/requests.js';
import { time } from './decisions.js';

export function addQueue(app: FastifyInstance, service: Service, prefix: string): void {
  app.get(`${prefix}/queue`, { config: { role: 'review' } }, async (request) => {
    const { name } = policyOf(service, request);
    const { limit, lease, by, expert } = checked(queueQuerySchema, request.query, 'query');
    const now = service.clock.now();
    const until = lease > 0 ? now + lease * 1000 : undefined;
    const found = await service.store.queue({
      ...{ policy: name, limit, now, by: reviewer(request, by) },
      ...(until !== undefined && { until }),
      ...(expert !== undefined && { expert }),
    });
    return {
      cases: found.map(({ id, step, route, priority, at, inputs }) => ({
        ...{ id, step, expert: route, score: priority, waitingSince: time(at) },
        ...(until !== undefined && { leasedUntil: time(until) }),
        inputs: recordedInputs(inputs),
      })),
    };
  });
  app.post(`${prefix}/queue/release`, { config: { role: 'review' } }, async (request) => {
    const { name } = policyOf(service, request);
    const { id, by } = checked(releaseSchema, request.body);
    const released = await service.store.release(name, id, reviewer(request, by));
    if (!released)
      throw new Problem('not-found', 'id: there is no lease of yours on this case.', 'id');
    return { id, released };
  });
}

const reviewer = (request: FastifyRequest, by: string | undefined) =>
  by ?? request.token?.name ?? 'anyone';
