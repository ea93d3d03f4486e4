import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { backupStore, checkStore, restoreStore } from '../src/store/sqlite/maintain.js';
import { started, temporaryFolder } from './world.js';

const folder = temporaryFolder();
afterAll(folder.remove);
const probs = [0.4, 0.35, 0.25];

it('a store is copied while it serves, restored when it does not, and checked', async () => {
  const [store, copy] = [folder.at('log.db'), folder.at('copy.db')];
  const client = await started({ store });
  const before = await client.post('/v1/decide', { id: 'one', probs });
  backupStore(store, copy);
  await client.post('/v1/decide', { id: 'two', probs });
  expect(checkStore(copy).decisions).toBe(1);
  expect(checkStore(store)).toMatchObject({ decisions: 2, policies: ['default'] });
  expect(() => backupStore(store, copy)).toThrow(/there already/);
  expect(() => restoreStore(copy, store)).toThrow(/another service is using/);
  await client.serving.stop();
  restoreStore(copy, store);
  const again = await started({ store });
  expect((await again.post('/v1/decide', { id: 'one', probs })).text).toBe(before.text);
  expect((await again.get('/v1/decisions/two')).status).toBe(404);
  await again.serving.stop();
});

it('a damaged or foreign file is refused', () => {
  const [sound, damaged] = [folder.at('copy.db'), folder.at('damaged.db')];
  copyFileSync(sound, damaged);
  const bytes = readFileSync(damaged);
  bytes.fill(0x55, 4096 * 3, 4096 * 5);
  writeFileSync(damaged, bytes);
  expect(() => checkStore(damaged)).toThrow(/store .*damaged\.db: (is damaged|can't be used)/);
  expect(() => checkStore(folder.at('nothing.db'))).toThrow(/is not there/);
  writeFileSync(folder.at('text.db'), 'no database');
  expect(() => checkStore(folder.at('text.db'))).toThrow(/can't be used/);
});
