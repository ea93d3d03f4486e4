import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

it.each(['tsconfig.json', 'tsconfig.tests.json'])('%s knows every room', (name) => {
  const { references } = JSON.parse(readFileSync(join(root, name), 'utf8'));
  const rooms = readdirSync(join(root, 'packages')).map((room) => `packages/${room}`);
  expect(references.map(({ path }: { path: string }) => path).sort()).toEqual(rooms.sort());
});
