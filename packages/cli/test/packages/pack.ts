import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../../..');

export const ROOMS = readdirSync(join(ROOT, 'packages')).filter((room) =>
  existsSync(join(ROOT, 'packages', room, 'package.json')),
);

export const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));

export interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** npm, as a user's shell finds it, without what the workspace's own npm left in the environment. */
export function npm(cwd: string, ...args: string[]): string {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)),
  );
  return execFileSync('npm', args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32', // npm is a script there
  });
}

/** Every package of the workspace as npm would publish it. Needs a build. */
export function packAll(folder: string): Packed[] {
  const printed = npm(ROOT, 'pack', '--workspaces', '--json', '--pack-destination', folder);
  const told = JSON.parse(printed);
  return Array.isArray(told) ? told : Object.values(told);
}
