import type { CaseInput } from '../engine/case-input.js';

/**
 * Whether a case surely fits `caseSchema`: the same limits, by hand, at a tenth of its time. "No"
 * means "ask the schema", which also writes the sentence. A test holds the two together.
 */
export function isPlainCase(value: unknown): value is CaseInput {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const given = value as Record<string, unknown>;
  for (const key in given) if (!fits(key, given[key])) return false;
  return true;
}

function fits(key: string, value: unknown): boolean {
  switch (key) {
    case 'id':
      return typeof value === 'string' && value.length > 0 && value.length <= 256;
    case 'probs':
    case 'logits':
      return Array.isArray(value) && value.length > 0 && areNumbers(value);
    case 'step':
      return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 1000;
    case 'cost':
      return Number.isFinite(value) && (value as number) >= 0;
    case 'group':
    case 'modelVersion':
      return typeof value === 'string' && value.length <= 256;
    case 'features':
      return areFeatures(value);
    case '__proto__':
      return false;
    default:
      return isFeature(value);
  }
}

function areFeatures(value: unknown): boolean {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const given = value as Record<string, unknown>;
  for (const key in given)
    if (key.length > 256 || key === '__proto__' || !isFeature(given[key])) return false;
  return true;
}

function isFeature(value: unknown): boolean {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value);
    case 'string':
      return value.length <= 1024;
    case 'boolean':
      return true;
    default:
      return value === null || (Array.isArray(value) && areNumbers(value));
  }
}

function areNumbers(values: readonly unknown[]): boolean {
  if (values.length > 100_000) return false;
  for (let k = 0; k < values.length; k++) if (!Number.isFinite(values[k])) return false;
  return true;
}
