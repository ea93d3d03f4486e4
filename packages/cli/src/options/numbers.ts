import { UsageError } from '../usage-error.js';
import { adding } from './given-twice.js';

/** A number as people write it: nothing at all is no 0, and `0x10` no 16. NaN for anything else. */
const decimal = (text: string): number =>
  /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN;

/** Parsers of option values: one sentence that names the option, what was found and what is expected. */
export function fraction(option: string): (text: string) => number {
  return (text) => {
    const value = text.endsWith('%') ? decimal(text.slice(0, -1)) / 100 : decimal(text);
    // Whoever writes 95 means per cent.
    const meant = value > 1 && value <= 100 ? value : 20;
    if (!(value >= 0 && value <= 1))
      throw new UsageError(
        `${option}: must lie between 0 and 1, got "${text}" instead. For ${meant} % write ${+(meant / 100).toPrecision(12)}.`,
      );
    return value;
  };
}

/** A share that leaves something on both sides; `least` 0 allows taking nothing. */
export function share(option: string, least?: 0): (text: string) => number {
  const one = fraction(option);
  return (text) => {
    const value = one(text);
    if (value === 1 || (value === 0 && least === undefined))
      throw new UsageError(
        `${option}: must be ${least === undefined ? 'more than 0 and ' : ''}less than 1, got "${text}" instead.`,
      );
    return value;
  };
}

export function number(option: string, least = -Infinity): (text: string) => number {
  return (text) => {
    const value = decimal(text);
    if (!Number.isFinite(value) || value < least)
      throw new UsageError(
        `${option}: must be a number${least > -Infinity ? ` from ${least}` : ''}, got "${text}" instead.`,
      );
    return value;
  };
}

export function whole(option: string, least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text.trim()) || value < least)
      throw new UsageError(
        `${option}: must be a whole number from ${least}, got "${text}" instead.`,
      );
    return value;
  };
}

/** `0.05,0.1,0.2` as rising fractions. */
export function fractions(option: string): (text: string) => number[] {
  const one = fraction(option);
  return (text) => {
    const values = text.split(',').map((part) => one(part.trim()));
    for (let i = 1; i < values.length; i++) {
      if (!(values[i] > values[i - 1]))
        throw new UsageError(
          `${option}: rates must rise, got ${values[i - 1]} before ${values[i]}.`,
        );
    }
    return values;
  };
}

/** What stands between commas; `\,` is a comma of a name. */
export const list = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map((part) => part.trim().replaceAll('\\,', ','))
    .filter((part) => part !== '');

/** Names, comma-separated or one by one: both say the same. */
export const names = adding((text: string, before: string[] | undefined): string[] => [
  ...(before ?? []),
  ...list(text),
]);

export const widths =
  (option: string) =>
  (text: string): number[] =>
    list(text).map(whole(option, 1));
