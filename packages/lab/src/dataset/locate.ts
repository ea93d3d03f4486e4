import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError, insist, optionText } from '@cede/core';

/** The file a user points at: the path itself, or `file` inside the folder. */
export function locateFile(
  dir: string | undefined,
  file: string,
  dataset: string,
): string | undefined {
  const place = insistOnPlace(dir, dataset);
  if (statSync(place).isFile()) return place;
  const path = join(place, file);
  return existsSync(path) ? path : undefined;
}

/** Every one of `files` inside the folder or one of its `subfolders`, or undefined. */
export function locateAll(
  dir: string | undefined,
  subfolders: readonly string[],
  files: readonly string[],
  dataset: string,
): string[] | undefined {
  const place = insistOnPlace(dir, dataset);
  if (statSync(place).isFile()) return undefined;
  for (const folder of [place, ...subfolders.map((subfolder) => join(place, subfolder))]) {
    const paths = files.map((file) => join(folder, file));
    if (paths.every((path) => existsSync(path))) return paths;
  }
  return undefined;
}

export function refuseMissing(dir: string, files: string, dataset: string): never {
  const found = readdirSync(dir).filter((entry) => !entry.startsWith('.'));
  const seen = found.length === 0 ? 'nothing' : found.slice(0, 5).join(', ');
  const more = found.length > 5 ? ` and ${found.length - 5} more` : '';
  throw new InputError(
    `${dataset}: ${files} is not in ${dir} (found ${seen}${more}). ` +
      `Fetch it with \`cede lab fetch ${dataset}\`, or name its folder with ${optionText('data')}.`,
  );
}

function insistOnPlace(dir: string | undefined, dataset: string): string {
  insist(
    dir !== undefined,
    () =>
      `${dataset} is not embedded: fetch it with \`cede lab fetch ${dataset}\`, ` +
      `or name the folder of its files with ${optionText('data')}.`,
  );
  insist(
    existsSync(dir),
    () => `${dataset}: there is no folder ${dir}. Name one that exists with ${optionText('data')}.`,
  );
  return dir;
}
