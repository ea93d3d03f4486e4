import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeTable } from '@cede/data/node';
import { findPreset, type Preset } from '@cede/lab';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasRedis, type Redis, startRedis } from '../../queue/test/redis.js';
import {
  cede,
  done,
  ended,
  expectRefusal,
  filesBelow,
  startCede,
  temporaryFolder,
} from './cede.js';
import { world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;

/** Digits with so little training that a network takes a second. */
function writePreset(name: string, change: Partial<Preset>) {
  const digits = findPreset('digits-specialist');
  const quick: Preset = {
    ...{ ...digits, name, model: { depth: 8 }, methods: ['conf', 'linear', 'drcpe-gce'] },
    ...{ scorer: { ...digits.scorer, epochs: 2 }, seeds: 2, networkSeeds: 1 },
  };
  writeFileSync(folder.at(`${name}.json`), JSON.stringify({ ...quick, ...change }));
}

it('options of a queue are refused without one', async () => {
  expectRefusal(
    await cede(['compare', 'a.csv', 'b.csv', '--out', 'x', '--resume'], { cwd }),
    2,
    /--resume goes with --queue/,
  );
});

describe.skipIf(!hasRedis)('commands on a queue', () => {
  let redis: Redis;
  let workers: ChildProcess[] = [];
  const work = () => {
    const worker = startCede(['worker', '--queue', redis.url, '--jobs', '1'], { cwd });
    workers.push(worker);
    return worker;
  };
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterEach(async () => {
    await Promise.all(
      workers.map(async (worker) => {
        const end = worker.exitCode === null ? ended(worker) : undefined;
        worker.kill('SIGTERM');
        await end;
      }),
    );
    workers = [];
  });
  afterAll(() => {
    redis.stop();
    folder.remove();
  });

  /** Everything but the clock's file, and half-trained networks, which are where the worker is. */
  const files = (name: string) => {
    const kept = Object.entries(filesBelow(folder.at(name))).filter(
      ([file]) => file !== 'timings.json' && !/(^|\/)checkpoints\//.test(file),
    );
    return Object.fromEntries(kept);
  };

  it('compare: the bytes of a run on one machine, on a worker of another process', async () => {
    await writeTable(folder.at('fit.csv'), world({ seed: 1 }));
    await writeTable(folder.at('test.csv'), world({ seed: 2, rows: 300 }));
    const args = 'compare fit.csv test.csv --methods linear,conf --method linear --seeds 2 --quiet';
    await done([...args.split(' '), '--out', 'here'], { cwd });
    // Left in its first round, and attached again: later rounds were never put on the queue.
    const queued = [...args.split(' '), '--out', 'queued', '--queue', redis.url];
    const left = startCede(queued, { cwd });
    const leaving = ended(left);
    const waiting = () => redis.cli('--scan', '--pattern', 'cede:cells-*:wait');
    await expect.poll(waiting, { timeout: 60_000 }).not.toBe('');
    left.kill('SIGINT');
    expect((await leaving).code).toBe(130);
    work();
    await done([...queued, '--resume'], { cwd });
    expect(files('queued')).toEqual(files('here'));
    const status = JSON.parse(await done(['worker', '--queue', redis.url, '--status', '--json']));
    expect(status).toMatchObject({ format: 'cede/sweep', cells: { waiting: 0, failed: 0 } });
    expect(status.cells.done).toBeGreaterThan(1);
  });

  it('lab: networks, tables and scorers on two workers, the bytes of one machine', async () => {
    writePreset('quick', {});
    const args = ['lab', 'run', 'quick.json', '--epochs', '2', '--quiet'];
    await done([...args, '--out', 'lab-here'], { cwd });
    // Nobody waits for it: what is on the queue is done all the same, the scorers too.
    const left = startCede([...args.slice(0, -1), '--out', 'lab', '--queue', redis.url], { cwd });
    const leaving = ended(left);
    await expect
      .poll(() => redis.cli('--scan', '--pattern', 'cede:cells-*:waiting-children'), {
        timeout: 60_000,
      })
      .not.toBe('');
    left.kill('SIGINT');
    const said = await leaving;
    expect(said.code).toBe(130);
    expect(said.err).toMatch(/no worker of this build .* is connected/);
    expect(said.err).toMatch(/detached\. The workers go on; the same command with --resume/);
    work();
    work();
    const watched = await done(['worker', '--queue', redis.url, '--watch'], { cwd });
    expect(watched).toMatch(/cells done \(100 %\), 0 running, 0 waiting, 0 failed/);
    await done([...args, '--out', 'lab', '--queue', redis.url, '--resume'], { cwd });
    expect(files('lab')).toEqual(files('lab-here'));
    const log = readFileSync(folder.at('lab/report.html'), 'utf8');
    expect(log).not.toContain(redis.url);
  });

  it('lab: several presets at once, the bytes of one machine', async () => {
    // The second is a figure on the networks of the first, as in the paper's list.
    writePreset('block', { seed: 5 });
    writePreset('block-losses', { seed: 5, methods: ['drcpe-zeroone', 'drcpe-gce'] });
    const all = 'block.json,block-losses.json';
    const args = ['lab', 'run', '--all', all, '--epochs', '2', '--quiet'];
    await done([...args, '--out', 'all-here'], { cwd });
    work();
    work();
    await done([...args, '--out', 'all', '--queue', redis.url], { cwd });
    expect(files('all')).toEqual(files('all-here'));
  });
});
