import { readFileSync, writeFileSync } from 'node:fs';
import { findPreset, type Preset, presetList } from '@cede/lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRedis, type Redis, startRedis } from '../../queue/test/redis.js';
import { done, ended, filesBelow, startCede, temporaryFolder } from './cede.js';

/**
 * The paper's whole list on a queue. Its datasets take days on two cores, and their loaders insist
 * on every image. So each preset keeps its methods, targets, depths and kind of corruption, and is
 * trained on the digits: what differs from `--all paper` is the images, and how the list is named.
 */
const folder = temporaryFolder();
const cwd = folder.path;
const DIGITS: Readonly<Record<string, string>> = {
  'label-noise': 'digits-label-noise',
  'long-tail': 'digits-long-tail',
  specialist: 'digits-specialist',
};

function onDigits(name: string, seed: number): Preset {
  const preset = findPreset(name);
  const kind = preset.corruption?.kind;
  const { dataset, corruption, training } = findPreset(kind ? DIGITS[kind] : 'digits-clean');
  // Blocks that now differ in nothing but their seed stay different networks.
  return { ...preset, dataset, corruption, training, seed };
}

/** Everything but the clock's file, and half-trained networks, which are where the worker is. */
const files = (name: string) =>
  Object.entries(filesBelow(folder.at(name)))
    .filter(([file]) => !/(^|\/)(timings\.json$|checkpoints\/)/.test(file))
    .sort(([a], [b]) => (a < b ? -1 : 1));

describe.skipIf(!hasRedis)('the paper’s list', () => {
  let redis: Redis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => {
    redis.stop();
    folder.remove();
  });

  it('leaves the bytes of one machine, by two workers', async () => {
    const names = presetList('paper');
    const blocks = names.filter((name) => findPreset(name).paper === name);
    for (const name of names) {
      const block = blocks.findIndex((known) => name === known || name.startsWith(`${known}-`));
      expect(block).toBeGreaterThanOrEqual(0);
      writeFileSync(folder.at(`${name}.json`), JSON.stringify(onDigits(name, block + 1)));
    }
    const all = names.map((name) => `${name}.json`).join(',');
    const args = ['lab', 'run', '--all', all, '--epochs', '1', '--seeds', '1', '--quiet'];
    await done([...args, '--out', 'here'], { cwd });
    const workers = [1, 2].map(() =>
      startCede(['worker', '--queue', redis.url, '--jobs', '1'], { cwd }),
    );
    try {
      await done([...args, '--out', 'queued', '--queue', redis.url], { cwd });
    } finally {
      await Promise.all(
        workers.map(async (worker) => {
          const end = ended(worker);
          worker.kill('SIGTERM');
          await end;
        }),
      );
    }
    const [here, queued] = [files('here'), files('queued')];
    expect(queued.map(([file]) => file)).toEqual(here.map(([file]) => file));
    for (const [k, [file, bytes]] of here.entries()) expect(queued[k]![1], file).toEqual(bytes);
    // Every preset has its results, and networks are shared by the studies of a block.
    for (const name of names)
      expect(readFileSync(folder.at(`queued/${name}/results.json`), 'utf8')).toContain(name);
    console.log(`${names.length} presets of ${blocks.length} blocks, ${here.length} files`);
  });
});
