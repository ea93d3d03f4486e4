import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND, cedeProcess, expectRefusal, temporaryFolder } from './cede.js';

const folder = temporaryFolder();
const cwd = folder.path;
const nobody = { uid: 65534, gid: 65534 };
/** Whether this user may start the command as another, who may then read it. */
const canBeNobody =
  process.getuid?.() === 0 && spawnSync('test', ['-r', COMMAND], nobody).status === 0;

beforeAll(() => {
  chmodSync(cwd, 0o755);
  for (const name of ['a.csv', 'a.npz', 'a.parquet', 'a.jsonl.gz', 'policy.json'])
    writeFileSync(folder.at(name), 'x', { mode: 0 });
  mkdirSync(folder.at('closed'));
  writeFileSync(folder.at('closed/a.csv'), 'x');
  chmodSync(folder.at('closed'), 0);
});
afterAll(folder.remove);

describe.skipIf(!canBeNobody)('what may not be read is said to be so', () => {
  it.each(['a.csv', 'a.npz', 'a.parquet', 'a.jsonl.gz'])('%s', async (name) => {
    const ran = await cedeProcess(['check', name], { cwd, ...nobody });
    expectRefusal(ran, 1, new RegExp(`^cede: table ${name}: you have no permission to read it\\.`));
    expect(ran.err).not.toMatch(/EACCES|bug/);
  });

  it.each(['closed/a.csv', 'closed/*.csv'])('%s', async (path) => {
    const ran = await cedeProcess(['check', path], { cwd, ...nobody });
    expectRefusal(ran, 1, /you have no permission to look into its folder\./);
  });

  it('a policy', async () => {
    const ran = await cedeProcess(['decide', 'policy.json', 'a.csv'], { cwd, ...nobody });
    expectRefusal(ran, 1, /policy policy\.json: can't be read \(not permitted\)/);
  });
});
