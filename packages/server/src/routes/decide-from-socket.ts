import type { Admission } from '../access/admission.js';
import { policyNamed, type Service } from '../engine/service.js';
import { type Replying, replyText } from '../reply/headers.js';
import { refusalOf } from '../reply/refusal.js';
import { jsonBody } from '../request/json-body.js';
import { requestId } from '../request/request-id.js';
import { traceOf } from '../request/trace.js';
import { decideBody } from './decide.js';

/** A request as the express lane reads it (http/plain-request.ts). */
interface Asked {
  readonly path: string;
  readonly text: string;
  readonly authorization: string | undefined;
  readonly requestId: string | undefined;
  readonly traceparent: string | undefined;
}

/** Bodies longer than this are decided one at a time, with a look at what else has come in between. */
const LONG = 8192;

const PATH = /^\/v1\/(?:policies\/([\w.-]{1,200})\/)?decide$/;

/**
 * `POST …/decide` for the express lane: the same guards, decisions and headers as the route has.
 * Undefined for every other path, and for bodies that are too large.
 */
export function decideFromSocket(
  service: Service,
  admission: Admission,
  { bodyLimit, keepAlive }: { readonly bodyLimit: number; readonly keepAlive: number },
): (asked: Asked) => string | Promise<string> | undefined {
  const inTurn = createTurns();
  return (asked) => {
    const path = asked.path === '/v1/decide' ? NO_NAME : PATH.exec(asked.path);
    if (!path || asked.text.length > bodyLimit) return undefined;
    const ties = { request: requestId(asked.requestId), trace: traceOf(asked.traceparent) };
    const sent = (replying: Replying) => replyText(ties, replying, keepAlive);
    const refused = (error: unknown) => sent(refusalOf(service, error, ties.request));
    try {
      const by = admission.tokenFor('decide', asked.authorization)?.name;
      admission.enter();
      let answer: Replying | Promise<Replying> | undefined;
      try {
        const { decisions } = policyNamed(service, path[1]);
        const asker = { by, request: ties.request, trace: ties.trace };
        const decide = () =>
          decideBody(service, decisions, jsonBody(asked.text), asked.text, asker);
        answer = asked.text.length > LONG ? inTurn(decide) : decide();
      } finally {
        if (!(answer instanceof Promise)) admission.leave();
      }
      if (!(answer instanceof Promise)) return sent(answer);
      return answer.then(
        (replying) => {
          admission.leave();
          return sent(replying);
        },
        (error) => {
          admission.leave();
          return refused(error);
        },
      );
    } catch (error) {
      return refused(error);
    }
  };
}

/**
 * Does one thing in each turn of the event loop. Many batches that arrive together would otherwise be
 * decided in one go, while short requests wait, and so does the store for its next rows.
 */
function createTurns(): <T>(work: () => T | Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  const next = () => {
    const first = waiting.shift()!;
    if (waiting.length > 0) setImmediate(next);
    first();
  };
  return (work) =>
    new Promise((resolve, reject) => {
      const begin = () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      if (waiting.push(begin) === 1) setImmediate(next);
    });
}

const NO_NAME: readonly (string | undefined)[] = ['/v1/decide', undefined];
