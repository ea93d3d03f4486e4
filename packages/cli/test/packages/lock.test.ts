import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { resolved?: string; hasInstallScript?: boolean; link?: boolean }>;
};

it('npm ci runs no install script of a dependency, so nothing is downloaded but packages', () => {
  const scripted = Object.entries(packages).filter(([, entry]) => entry.hasInstallScript);
  expect(
    scripted.map(([place]) => place),
    'run node scripts/lock-platforms.js after npm install',
  ).toEqual([]);
});

it('the lock names no registry', () => {
  const addressed = Object.entries(packages).filter(([, entry]) => entry.resolved && !entry.link);
  expect(addressed.map(([place]) => place)).toEqual([]);
});

it('.npmrc holds only names that npm knows, or every command warns', () => {
  const names = readFileSync(join(root, '.npmrc'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split('=')[0]);
  expect(names).toEqual(['save-exact', 'omit-lockfile-registry-resolved', 'fund', 'audit']);
});
