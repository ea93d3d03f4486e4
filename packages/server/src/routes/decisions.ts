import type { FastifyInstance } from 'fastify';
import { recordedInputs } from '../engine/answer.js';
import type { RecordedAnswer } from '../engine/expert-answer.js';
import type { Facts } from '../engine/facts.js';
import { recordedDecision, type Service } from '../engine/service.js';
import { Problem } from '../problem/problem.js';
import { policyOf } from '../request/asker.js';
import { checked } from '../schema/check.js';
import { receiptQuerySchema } from '../schema/requests.js';
import type { OutcomeRow, StoredDecision } from '../store/contract.js';

/** Rates a receipt is told at. */
const OTHER_RATES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75];

export function addDecisions(app: FastifyInstance, service: Service, prefix: string): void {
  const path = `${prefix}/decisions/:id`;
  app.get(path, { config: { role: 'decide' } }, async (request) => {
    const { name, decisions } = policyOf(service, request);
    const { id } = request.params as { id: string };
    const { step } = checked(receiptQuerySchema, request.query, 'query');
    const decision = await recordedDecision(service, name, id, step);
    if (!decision) throw unknown(id);
    const outcomes = await service.store.outcomes(name, id);
    return receiptOf(decision, outcomes, decisions.inForce.policy.classes);
  });
  app.delete(path, { config: { role: 'admin' } }, async (request) => {
    const { name } = policyOf(service, request);
    const { id } = request.params as { id: string };
    await service.commit.flush();
    const forgotten = await service.store.forget(name, id);
    if (forgotten === 0) throw unknown(id);
    service.logger.log('info', 'forgotten', {
      policy: name,
      decisions: forgotten,
      request: request.id,
    });
    return { forgotten };
  });
}

const unknown = (id: string) =>
  new Problem(
    'not-found',
    `id: no decision about ${JSON.stringify(id.slice(0, 80))} is known.`,
    'id',
  );

export const time = (at: number) => new Date(at).toISOString();

/** What was decided and why, and what is known of it now. */
export function receiptOf(
  decision: StoredDecision,
  outcomes: readonly OutcomeRow[],
  classes: readonly string[],
) {
  const facts = JSON.parse(decision.facts) as Facts;
  const [expert] = Object.keys(facts.propensities);
  return {
    decision: JSON.parse(decision.answer),
    at: time(decision.at),
    version: facts.version,
    inputs: recordedInputs(decision.inputs),
    wished: facts.wished,
    rank: facts.rank,
    auditProbability: facts.propensities[expert],
    goldPropensity: facts.goldPropensity,
    otherRates: OTHER_RATES.map((rate) => ({ rate, defer: facts.rank <= rate })),
    ...(facts.challenger && { challenger: facts.challenger }),
    ...(facts.by !== undefined && { by: facts.by }),
    ...(facts.request !== undefined && { request: facts.request }),
    ...(facts.trace !== undefined && { trace: facts.trace }),
    answered: decision.answered,
    outcomes: outcomes
      .filter(({ step }) => step === decision.step)
      .map(({ who, value, at }) => ({
        who: who === '' ? 'gold' : who,
        ...valueView(JSON.parse(value) as RecordedAnswer, classes),
        at: time(at),
      })),
  };
}

/** Classes by name; where answers are joined, the joint one beside what the expert said. */
function valueView(value: RecordedAnswer, classes: readonly string[]) {
  const named = (at: number) => classes[at] ?? at;
  if (typeof value === 'number') return { value: named(value) };
  return 'said' in value ? { value: named(value.said), joined: named(value.joined) } : { value };
}
