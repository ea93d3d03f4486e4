import { fileURLToPath } from 'node:url';

/** A file's name, or its address: `new URL('data.csv', import.meta.url)` stands beside a program. */
export type Path = string | URL;

/** As the file system wants it. */
export const pathOf = (path: Path): string =>
  typeof path === 'string' ? path : fileURLToPath(path);
