import { readFileSync } from 'node:fs';

/** The version of the package this file is part of. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version;
