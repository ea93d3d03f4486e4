import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes folders below one that are no longer kept, and only those that `isOurs`; the one above
 * goes with the last of them. Gives their names.
 */
export async function removeStaleFolders(
  folder: string,
  kept: readonly string[],
  isOurs: (path: string) => Promise<boolean>,
): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const removed: string[] = [];
  for (const entry of found) {
    if (!entry.isDirectory() || kept.includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (!(await isOurs(path))) continue;
    await rm(path, { recursive: true });
    removed.push(entry.name);
  }
  if (removed.length > 0 && removed.length === found.length) await rm(folder, { recursive: true });
  return removed.sort();
}
