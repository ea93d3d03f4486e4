import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CaseInput } from '../engine/case-input.js';
import type { Answer, Asker, Decisions } from '../engine/decisions.js';
import type { Service } from '../engine/service.js';
import { Problem, problemAt } from '../problem/problem.js';
import { askerOf, policyOf } from '../request/asker.js';
import { linesOf } from '../request/lines.js';
import { problemOf } from '../request/refusal.js';
import { checked } from '../schema/check.js';
import { batchSchema, caseSchema } from '../schema/requests.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Cases of a stream that are decided together, so that they share a commit. */
const TOGETHER = 256;

export function addDecide(app: FastifyInstance, service: Service, prefix: string): void {
  app.post(`${prefix}/decide`, { config: { role: 'decide' } }, async (request, reply) => {
    const start = performance.now();
    const { decisions } = policyOf(service, request);
    const asker = askerOf(request);
    const { body } = request;
    if (body instanceof Readable) return decideStream(body, decisions, asker, reply);
    if (body !== null && typeof body === 'object' && 'cases' in body) {
      const { cases } = checked(batchSchema, body);
      service.commit.insistOnRoom(cases.length);
      const answers = await Promise.all(
        cases.map((each, k) => decideInPlace(each, `cases[${k}]`, decisions, asker)),
      );
      service.metrics.overhead((performance.now() - start) / 1000);
      return reply.header('content-type', JSON_TYPE).send(`{"decisions":[${answers.join(',')}]}`);
    }
    const answer = await decisions.decide(checked(caseSchema, body) as CaseInput, asker);
    service.metrics.overhead((performance.now() - start) / 1000);
    return reply.headers(headersOf(answer)).send(answer.body);
  });
}

/** For those who only proxy. Headers hold plain ASCII. */
function headersOf({ route, score, policy, reason }: Answer): Record<string, string> {
  return {
    'content-type': JSON_TYPE,
    'cede-route': ascii(route),
    'cede-score': String(score),
    'cede-policy': policy,
    'cede-reason': ascii(reason),
  };
}

const ascii = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) ? text : text.replace(/[^\x20-\x7e]/g, '?');

/** One case of many: what is wrong with it is said in its place. What is wrong with the service ends all. */
async function decideInPlace(
  each: unknown,
  place: string,
  decisions: Decisions,
  asker: Asker,
): Promise<string> {
  try {
    return (await decisions.decide(checked(caseSchema, each) as CaseInput, asker)).body;
  } catch (error) {
    const problem = problemOf(error);
    if (!problem || problem.status >= 500) throw error;
    return JSON.stringify({ ...idOf(each), error: problemAt(problem, place).body() });
  }
}

function idOf(each: unknown): { id?: string } {
  const id = (each as { id?: unknown } | null)?.id;
  return typeof id === 'string' ? { id: id.slice(0, 256) } : {};
}

/** A line in, a line out, at the reader's pace. */
function decideStream(
  body: Readable,
  decisions: Decisions,
  asker: Asker,
  reply: FastifyReply,
): FastifyReply {
  async function* answers(): AsyncGenerator<string> {
    let line = 0;
    for await (const lines of linesOf(body, TOGETHER)) {
      const decided = await Promise.all(
        lines.map((text) => {
          line++;
          const place = `line ${line}`;
          let each: unknown;
          try {
            each = JSON.parse(text);
          } catch {
            const problem = new Problem('invalid', `${place}: is not complete JSON.`, place);
            return Promise.resolve(JSON.stringify({ error: problem.body() }));
          }
          return decideInPlace(each, place, decisions, asker).catch((error) =>
            JSON.stringify({ ...idOf(each), error: (problemOf(error) ?? gone).body() }),
          );
        }),
      );
      yield `${decided.join('\n')}\n`;
    }
  }
  return reply.header('content-type', 'application/x-ndjson').send(Readable.from(answers()));
}

const gone = new Problem(
  'store-unavailable',
  'The record could not be written, so nothing was decided.',
);
