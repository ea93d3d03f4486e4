import { settingAt, storeThreshold } from '@cede/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Decisions } from '../engine/decisions.js';
import { featureNames } from '../engine/in-force.js';
import type { Service } from '../engine/service.js';
import { capsInSeconds } from '../engine/settings.js';
import { Problem } from '../problem/problem.js';
import { policyOf } from '../request/asker.js';
import { checked } from '../schema/check.js';
import { policyChangeSchema } from '../schema/requests.js';
import { changePolicy } from '../versions/change.js';
import { time } from './decisions.js';

export function addPolicy(app: FastifyInstance, service: Service, prefix: string): void {
  app.get(`${prefix}/policy`, { config: { role: 'admin' } }, async (request, reply) => {
    const { name, decisions } = policyOf(service, request);
    return view(service, name, decisions, reply);
  });
  app.get(`${prefix}/policy/file`, { config: { role: 'admin' } }, async (request, reply) => {
    const { decisions } = policyOf(service, request);
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(decisions.inForce.text);
  });
  app.put(`${prefix}/policy`, { config: { role: 'admin' } }, async (request, reply) => {
    const { name, decisions } = policyOf(service, request);
    const change = checked(policyChangeSchema, request.body);
    if (Object.keys(change).length === 0)
      throw new Problem('invalid', 'body: says nothing to change.', 'body');
    const expected = versionSeen(request.headers['if-match'], decisions.inForce.version);
    await changePolicy(service, name, decisions, change, expected, request.token?.name ?? '');
    return view(service, name, decisions, reply);
  });
}

/** Whoever changes a policy says which version they saw, or two changes could undo each other. */
function versionSeen(header: string | undefined, current: number): number {
  if (header === undefined)
    throw new Problem(
      'condition-needed',
      `if-match: send the ETag that GET gave you (now "${current}").`,
      'if-match',
    );
  const [, version] = /^"(\d+)"$/.exec(header.trim()) ?? [];
  if (version === undefined)
    throw new Problem(
      'stale',
      `if-match: expected an ETag like "${current}", got ${JSON.stringify(header.slice(0, 40))}.`,
      'if-match',
    );
  return Number(version);
}

async function view(service: Service, name: string, decisions: Decisions, reply: FastifyReply) {
  const { inForce, settings, challenging, controller } = decisions;
  const { policy, version } = inForce;
  const [threshold] = policy.threshold.values;
  const versions = await service.store.versions(name);
  reply.header('etag', `"${version}"`);
  return {
    ...{ version, id: policy.id, revision: policy.threshold.revision, method: policy.method },
    experts: policy.experts,
    classes: policy.classes,
    columns: featureNames(policy),
    threshold: storeThreshold(threshold),
    expectedRate: settingAt(policy.calibration, threshold).rate,
    settings: { ...settings, caps: capsInSeconds(settings.caps) },
    certificate: certificateState(decisions, controller.threshold !== undefined),
    ...(challenging && { challenger: challenging.policy.id }),
    versions: versions.map(({ version, id, revision, at, by, action }) => ({
      ...{ version, id, revision, at: time(at), by, action },
    })),
  };
}

/** A threshold that moves leaves what was certified, unless it is kept within it. */
export function certificateState(
  { inForce, settings }: Pick<Decisions, 'inForce' | 'settings'>,
  moving: boolean,
): 'none' | 'applies' | 'suspended' {
  if (!inForce.policy.certificates.some(({ applies }) => applies)) return 'none';
  return moving && !settings.control.clamp ? 'suspended' : 'applies';
}
