import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TableOptions } from '@cede/data';

/** An input no table can come of, and the sentence it must end in. */
export interface Damaged {
  readonly name: string;
  /** Writes the file into a folder and returns its path. */
  make(folder: string): string;
  readonly options?: TableOptions;
  readonly message: RegExp;
}

/** Rows of the sound table that is then damaged. */
export const ROWS = 60;

/** A way to write one file. */
export function fileOf(file: string, content: () => string | Uint8Array) {
  return (folder: string) => {
    const path = join(folder, file);
    writeFileSync(path, content());
    return path;
  };
}
