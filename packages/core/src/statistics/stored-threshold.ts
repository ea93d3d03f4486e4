/** A threshold as files hold it: JSON has no infinities, so they are words. */
export type StoredThreshold = number | '-inf' | 'inf';

/** A stored threshold as a number. */
export function thresholdValue(stored: StoredThreshold): number {
  return stored === '-inf' ? -Infinity : stored === 'inf' ? Infinity : stored;
}

/** A threshold as JSON can hold it, infinite ones included. */
export function storeThreshold(threshold: number): StoredThreshold {
  return threshold === -Infinity ? '-inf' : threshold === Infinity ? 'inf' : threshold;
}

/** Whether something read from a file is one. */
export function isStoredThreshold(value: unknown): value is StoredThreshold {
  return value === '-inf' || value === 'inf' || Number.isFinite(value);
}
