import { Problem } from '../problem/problem.js';
import { StoreError } from '../store/contract.js';

/** Every error as a refusal: ours, fastify's own, the store's; anything else is a bug and logged. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof StoreError)
    return new Problem(
      'store-unavailable',
      `The record could not be written (${error.message.slice(0, 200)}), so nothing was decided. Try again.`,
      undefined,
      2,
    );
  const { code, statusCode, message } = error as {
    code?: string;
    statusCode?: number;
    message: string;
  };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413)
    return new Problem(
      'too-large',
      'body: is larger than the service takes. Send fewer cases at once, or a stream.',
      'body',
    );
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415)
    return new Problem(
      'wrong-type',
      'content-type: send application/json or application/x-ndjson.',
      'content-type',
    );
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Problem('invalid', `request: ${message}`, 'request');
  return undefined;
}
