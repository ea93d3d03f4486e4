import type { FastifyInstance } from 'fastify';
import type { Service } from '../engine/service.js';
import { readCases } from '../replay/read-log.js';
import { replay } from '../replay/replay.js';
import { policyOf } from '../request/asker.js';
import { MOST_CASES, statusOf } from '../status/status.js';
import { certificateState } from './policy.js';

export function addStatus(app: FastifyInstance, service: Service, prefix: string): void {
  app.get(`${prefix}/status`, { config: { role: 'any' } }, async (request) => {
    const { name, decisions } = policyOf(service, request);
    return {
      ...(await statusOf(service, name, decisions)),
      certificate: certificateState(decisions, decisions.controller.threshold !== undefined),
    };
  });
  app.get(`${prefix}/advice`, { config: { role: 'any' } }, async (request) => {
    const { name, decisions } = policyOf(service, request);
    const { inForce, challenging } = decisions;
    const cases = await readCases(service.store, name, inForce.policy.classes, MOST_CASES);
    return {
      policy: inForce.policy.id,
      ...replay(cases, inForce),
      ...(challenging && {
        challenger: { policy: challenging.policy.id, ...replay(cases, challenging) },
      }),
    };
  });
}
