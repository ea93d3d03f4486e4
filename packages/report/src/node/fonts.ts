import { fileURLToPath } from 'node:url';

const file = (name: string) => fileURLToPath(new URL(`../../fonts/${name}`, import.meta.url));

/** The letters of every figure, so that it looks the same on every machine. */
export const SANS_FILE = file('cede-sans.ttf');
export const BOLD_FILE = file('cede-sans-bold.ttf');

/** Scripts the own font has no letters for; only then may the machine's fonts decide the look. */
export const FOREIGN =
  /[\u0180-\u036f\u0460-\u200f\u2031-\u218f\u2194-\u2211\u2213-\u225f\u2266-\ufffc]|[\u{10000}-\u{10ffff}]/u;
