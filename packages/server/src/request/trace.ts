const TRACE = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** A traceparent, where it is one. */
export const traceOf = (traceparent: unknown): string | undefined =>
  typeof traceparent === 'string' && TRACE.test(traceparent) ? traceparent : undefined;
