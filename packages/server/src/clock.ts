/** Milliseconds since 1970. */
export interface Clock {
  now(): number;
}

/**
 * The wall clock as it was at the start, moved on by a clock that never jumps: setting the machine's
 * time back or forward changes no window and no lease while the service runs.
 */
export function steadyClock(): Clock {
  const start = Date.now() - performance.now();
  return { now: () => Math.floor(start + performance.now()) };
}
