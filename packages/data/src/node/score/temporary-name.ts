import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

const HOST = hostname().replace(/[^A-Za-z0-9-]/g, '_');
let made = 0;

/**
 * A name beside a file until it is whole. It says who writes, in the way in which `removeAbandoned`
 * of `@cede/run` reads it: what a killed run has left is removed by the next.
 */
export const temporaryName = (file: string): string =>
  join(dirname(file), `.${basename(file)}.${HOST}-${process.pid}-0-${made++}.tmp`);
