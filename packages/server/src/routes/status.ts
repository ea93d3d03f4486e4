import type { FastifyInstance } from 'fastify';
import type { Service } from '../engine/service.js';
import { policyOf } from '../request/asker.js';
import { statusOf } from '../status/status.js';
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
    const texts = [inForce.text, ...(challenging ? [challenging.text] : [])];
    const [own, other] = await service.estimates({ policy: name, texts });
    return {
      policy: inForce.policy.id,
      ...own,
      ...(challenging && { challenger: { policy: challenging.policy.id, ...other } }),
    };
  });
}
