import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Answer, Asker } from '../engine/answer.js';
import type { CaseInput } from '../engine/case-input.js';
import type { Decisions } from '../engine/decisions.js';
import type { Service } from '../engine/service.js';
import { Problem, problemAt } from '../problem/problem.js';
import { addHeaders, type Replying, sendNow } from '../reply/headers.js';
import { askerOf, policyOf } from '../request/asker.js';
import '../request/body-text.js';
import { caseTexts } from '../request/case-texts.js';
import { jsonBody } from '../request/json-body.js';
import { linesOf } from '../request/lines.js';
import { problemOf } from '../request/refusal.js';
import { checked } from '../schema/check.js';
import { isPlainCase } from '../schema/plain-case.js';
import { batchSchema, caseSchema } from '../schema/requests.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Cases of a stream that are decided together, so that they share a commit. */
const TOGETHER = 256;

export function addDecide(app: FastifyInstance, service: Service, prefix: string): void {
  const config = { role: 'decide', ownHeaders: true } as const;
  app.post(`${prefix}/decide`, { config }, (request, reply) => {
    const { decisions } = policyOf(service, request);
    const asker = askerOf(request);
    const { body } = request;
    if (body instanceof Readable) {
      addHeaders(request, reply);
      return decideStream(body, decisions, asker, reply);
    }
    const answer = decideBody(service, decisions, body, request.bodyText, asker);
    const ties = { request: asker.request, trace: asker.trace };
    if (answer instanceof Promise) return answer.then((later) => sendNow(ties, reply, later));
    return sendNow(ties, reply, answer);
  });
}

/** One case or many, as they came in one body. Answers at once where nothing has to be waited for. */
export function decideBody(
  service: Service,
  decisions: Decisions,
  body: unknown,
  text: string | undefined,
  asker: Asker,
): Replying | Promise<Replying> {
  const start = performance.now();
  const told = (replying: Replying) => {
    service.metrics.overhead((performance.now() - start) / 1000);
    return replying;
  };
  if (body !== null && typeof body === 'object' && 'cases' in body) {
    const many = decideBatch(body, text, service, decisions, asker);
    return many instanceof Promise ? many.then(told) : told(many);
  }
  const one = decisions.decide(caseOf(body), asker, text);
  if (one instanceof Promise) return one.then(whenDurable).then((it) => told(replyingWith(it)));
  if (one.durable) return one.durable.then(() => told(replyingWith(one)));
  return told(replyingWith(one));
}

async function whenDurable<A extends InPlace>(answer: A): Promise<A> {
  await answer.durable;
  return answer;
}

const replyingWith = (answer: Answer): Replying => ({
  ...{ status: 200, type: JSON_TYPE, body: answer.body, headers: headersOf(answer) },
});

/** Most cases fit at a glance; the schema says what is wrong with the others. */
const caseOf = (body: unknown): CaseInput =>
  isPlainCase(body) ? body : (checked(caseSchema, body) as CaseInput);

function decideBatch(
  body: object,
  text: string | undefined,
  service: Service,
  decisions: Decisions,
  asker: Asker,
): Replying | Promise<Replying> {
  const { cases } = checked(batchSchema, body);
  service.commit.insistOnRoom(cases.length);
  const texts = text === undefined ? undefined : caseTexts(text, cases.length);
  const found = cases.map((each, k) =>
    decideInPlace(each, `cases[${k}]`, decisions, asker, texts?.[k]),
  );
  return allDurable(found, batchReply);
}

/** What becomes of answers when all of them are known and on disk: at once where they are. */
function allDurable<T>(
  found: readonly (InPlace | Promise<InPlace>)[],
  then: (bodies: readonly string[]) => T,
): T | Promise<T> {
  const waits = new Set<Promise<unknown>>();
  for (const each of found)
    if (each instanceof Promise) waits.add(each.then(whenDurable));
    else if (each.durable) waits.add(each.durable);
  const known = found as readonly InPlace[];
  if (waits.size === 0) return then(known.map(bodyOf));
  return Promise.all(waits).then(async () => then((await Promise.all(found)).map(bodyOf)));
}

const batchReply = (texts: readonly string[]): Replying => ({
  ...{ status: 200, type: JSON_TYPE, body: `{"decisions":[${texts.join(',')}]}`, headers: [] },
});

/** For those who only proxy. Headers hold plain ASCII. */
const headersOf = ({ route, score, policy, reason, plain }: Answer): string[] => [
  'cede-route',
  plain ? route : ascii(route),
  'cede-score',
  score,
  'cede-policy',
  policy,
  'cede-reason',
  plain ? reason : ascii(reason),
];

const ascii = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) ? text : text.replace(/[^\x20-\x7e]/g, '?');

/** One case of many: its answer, or what is wrong with it. */
type InPlace = Pick<Answer, 'body' | 'durable'>;

/** What is wrong with a case is said in its place. What is wrong with the service ends all. */
function decideInPlace(
  each: unknown,
  place: string,
  decisions: Decisions,
  asker: Asker,
  text?: string,
): InPlace | Promise<InPlace> {
  const refused = (error: unknown): InPlace => {
    const problem = problemOf(error);
    if (!problem || problem.status >= 500) throw error;
    return { body: JSON.stringify({ ...idOf(each), error: problemAt(problem, place).body() }) };
  };
  try {
    const answer = decisions.decide(caseOf(each), asker, text);
    return answer instanceof Promise ? answer.catch(refused) : answer;
  } catch (error) {
    // What ends all comes as a promise too: those before it in the list must not be left alone.
    try {
      return refused(error);
    } catch (fatal) {
      return Promise.reject(fatal);
    }
  }
}

const bodyOf = ({ body }: InPlace) => body;

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
        lines.map(async (text) => {
          line++;
          const place = `line ${line}`;
          let each: unknown;
          try {
            each = jsonBody(text, place);
            return (await whenDurable(await decideInPlace(each, place, decisions, asker, text)))
              .body;
          } catch (error) {
            return JSON.stringify({ ...idOf(each), error: (problemOf(error) ?? gone).body() });
          }
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
