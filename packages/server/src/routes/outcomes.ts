import type { FastifyInstance } from 'fastify';
import { type OutcomeInput, recordOutcome } from '../engine/outcomes.js';
import type { Service } from '../engine/service.js';
import { problemAt } from '../problem/problem.js';
import { policyOf } from '../request/asker.js';
import { problemOf } from '../request/refusal.js';
import { checked } from '../schema/check.js';
import { outcomeSchema, outcomesSchema } from '../schema/requests.js';

export function addOutcomes(app: FastifyInstance, service: Service, prefix: string): void {
  app.post(`${prefix}/outcomes`, { config: { role: 'outcome' } }, async (request) => {
    const { name } = policyOf(service, request);
    const by = request.token?.name ?? '';
    const { body } = request;
    service.commit.insistOnRoom();
    if (body === null || typeof body !== 'object' || !('outcomes' in body))
      return recordOutcome(service, name, checked(outcomeSchema, body) as OutcomeInput, by);
    const told = checked(outcomesSchema, body).outcomes;
    service.commit.insistOnRoom(told.length);
    const outcomes = await Promise.all(
      told.map(async (each, k) => {
        try {
          return await recordOutcome(
            service,
            name,
            checked(outcomeSchema, each) as OutcomeInput,
            by,
          );
        } catch (error) {
          const problem = problemOf(error);
          if (!problem || problem.status >= 500) throw error;
          const id = (each as { id?: unknown } | null)?.id;
          const place = problemAt(problem, `outcomes[${k}]`).body();
          return { ...(typeof id === 'string' && { id: id.slice(0, 256) }), error: place };
        }
      }),
    );
    return { outcomes };
  });
}
