import type { Service } from '../engine/service.js';
import { Problem } from '../problem/problem.js';
import { problemOf } from '../request/refusal.js';
import type { Replying } from './headers.js';

const TYPE = 'application/problem+json; charset=utf-8';

/** What is sent for an error. One that nobody foresaw is a bug: logged, and refused like the rest. */
export function refusalOf(service: Service, error: unknown, request: string): Replying {
  let problem = problemOf(error);
  if (!problem) {
    const { message, stack } = error as Error;
    service.logger.log('error', 'bug', { request, message, stack });
    problem = new Problem(
      'store-unavailable',
      'Something went wrong inside the service; its log says what.',
      undefined,
      1,
    );
  }
  service.metrics.refused(problem.kind);
  const headers: string[] = [];
  if (problem.retryAfter !== undefined) headers.push('retry-after', String(problem.retryAfter));
  if (problem.kind === 'unauthorized') headers.push('www-authenticate', 'Bearer');
  return { status: problem.status, type: TYPE, body: JSON.stringify(problem.body()), headers };
}
