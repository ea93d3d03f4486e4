import type { ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parsePolicy, stream } from '@cede/core';
import { writeTable } from '@cede/data/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  done,
  ended,
  filesBelow,
  HEARS_SIGNALS,
  QUICK_FIT,
  startCede,
  temporaryFolder,
} from './cede.js';
import { world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;
const random = stream(7, 'moments');

/** A few seconds of work in a dozen cells. */
const COMPARE = [
  'compare',
  'fit.csv',
  'test.csv',
  ...[
    '--methods',
    'drcpe-gce,drcpe-zeroone,diff01',
    '--method',
    'drcpe-gce',
    '--seeds',
    '4',
    '--epochs',
    '15',
  ],
  ...['--jobs', '2', '--quiet', '--out'],
];
let reference: Record<string, string>;
let unbroken: number;

beforeAll(async () => {
  await writeTable(folder.at('fit.csv'), world({ rows: 3000 }));
  await writeTable(folder.at('test.csv'), world({ rows: 1000, seed: 2 }));
  await done(['fit', 'fit.csv', '-o', 'policy.json', ...QUICK_FIT], { cwd });
  const began = performance.now();
  await done([...COMPARE, 'unbroken'], { cwd });
  unbroken = performance.now() - began;
  reference = filesBelow(folder.at('unbroken'));
});
afterAll(folder.remove);

const whole = (name: string) =>
  !name.endsWith('.tmp') && !['timings.json', '.cede-lock'].includes(name);

/** Whatever stands under a final name is what an unbroken run leaves there. */
function expectWhole(out: string): number {
  const files = existsSync(out) ? filesBelow(out) : {};
  for (const [name, bytes] of Object.entries(files))
    if (whole(name)) expect(bytes === reference[name], `${name} is not whole`).toBe(true);
  if (files['timings.json']) JSON.parse(files['timings.json']);
  return Object.keys(files).filter((name) => name.startsWith('cells/')).length;
}

it('compare resumes after kill -9 and ends with the bytes of an unbroken run', async () => {
  const out = folder.at('killed');
  const began: number[] = [];
  for (let kill = 0; kill < 3; kill++) {
    const child = startCede([...COMPARE, 'killed'], { cwd, stdio: 'ignore' });
    const moment = unbroken * (0.3 + 0.5 * random.uniform());
    const end = ended(child);
    const stop = performance.now() + moment;
    // Also while it runs. On a busy machine nothing may be done by then: the last kill waits for that.
    while (performance.now() < stop || (kill === 2 && Math.max(...began, expectWhole(out)) === 0)) {
      expectWhole(out);
      await sleep(20);
    }
    child.kill('SIGKILL');
    await end;
    began.push(expectWhole(out));
  }
  expect(Math.max(...began)).toBeGreaterThan(0);
  await done([...COMPARE, 'killed'], { cwd });
  const files = filesBelow(out);
  for (const name of Object.keys(reference).filter(whole))
    expect(files[name] === reference[name], name).toBe(true);
});

it.skipIf(!HEARS_SIGNALS)(
  'Ctrl-C stops compare with a sentence and 130, and the same command goes on',
  async () => {
    const out = folder.at('interrupted');
    // The parent's progress would be printed, so it is not silenced here.
    const args = [...COMPARE.filter((word) => word !== '--quiet'), 'interrupted'];
    const child = startCede(args, { cwd });
    const end = ended(child);
    while (!existsSync(`${out}/cells`) || readdirSync(`${out}/cells`).length < 2) await sleep(5);
    child.kill('SIGINT');
    const ran = await end;
    expect(ran.err).toMatch(/cede: stopped\. What is finished is kept[^\n]*\n$/);
    expect(ran).toMatchObject({ code: 130, signal: null, out: '' });
    expect(existsSync(`${out}/results.json`)).toBe(false);
    const kept = expectWhole(out);
    expect(kept).toBeGreaterThan(0);
    await done([...COMPARE, 'interrupted'], { cwd });
    const files = filesBelow(out);
    for (const name of Object.keys(reference).filter(whole))
      expect(files[name] === reference[name], name).toBe(true);
  },
);

/** A method that trains for minutes, stopped at its first line of progress. */
async function interrupted(...args: string[]) {
  const training = ['--method', 'diff01', '--epochs', '100000', '--jobs', '1'];
  const child = startCede([...args, ...training], { cwd });
  const end = ended(child);
  await Promise.race([new Promise((seen) => child.stderr!.once('data', seen)), end]);
  child.kill('SIGINT');
  return end;
}

it.skipIf(!HEARS_SIGNALS)('Ctrl-C stops check, which says so', async () => {
  const ran = await interrupted('check', 'fit.csv', '--verdict');
  expect(ran.err).toMatch(/cede: stopped\. Nothing was written\.\n$/);
  expect(ran).toMatchObject({ code: 130, signal: null, out: '' });
});

it.skipIf(!HEARS_SIGNALS)('Ctrl-C ends fit at once, and no policy is written', async () => {
  // The last fit runs in the thread that would hear the signal, so it has no time for a sentence.
  const ran = await interrupted('fit', 'fit.csv', '-o', 'stopped.json');
  expect(ran).toMatchObject({ code: null, signal: 'SIGINT', out: '' });
  expect(existsSync(folder.at('stopped.json'))).toBe(false);
});

/** Kills at the worst moment: as soon as a temporary file appears in the folder. */
async function killWhileWriting(child: ChildProcess, at: string): Promise<boolean> {
  let seen = false;
  const watcher = watch(at, (_, name) => {
    if (!name?.endsWith('.tmp')) return;
    seen = true;
    child.kill('SIGKILL');
  });
  await ended(child);
  watcher.close();
  return seen;
}

it('fit, tune and export, killed while they write, leave the old file or the new one', async () => {
  mkdirSync(folder.at('writing'));
  const at = folder.at('writing');
  const make = {
    fit: ['fit', 'fit.csv', ...QUICK_FIT, '-o'],
    tune: ['tune', 'policy.json', '--rate', '0.3', '-o'],
    export: ['export', 'policy.json', '--onnx'],
  };
  let caught = 0;
  for (const [name, args] of Object.entries(make)) {
    await done([...args, `${name}.new`, '--quiet'], { cwd });
    const complete = readFileSync(folder.at(`${name}.new`));
    for (let kill = 0; kill < 2; kill++) {
      const target = `${at}/${name}-${kill}`;
      // Once over nothing, once over an older file.
      if (kill === 1) copyFileSync(folder.at('policy.json'), target);
      const child = startCede([...args, target, '--quiet'], { cwd, stdio: 'ignore' });
      if (await killWhileWriting(child, at)) caught++;
      if (kill === 0) {
        if (existsSync(target)) expect(readFileSync(target).equals(complete)).toBe(true);
      } else {
        const found = readFileSync(target);
        const old = readFileSync(folder.at('policy.json'));
        expect(found.equals(old) || found.equals(complete), name).toBe(true);
      }
    }
  }
  expect(caught).toBeGreaterThan(0);
});

it('tune in place, killed at random moments, never breaks the policy', async () => {
  copyFileSync(folder.at('policy.json'), folder.at('dial.json'));
  for (let kill = 0; kill < 3; kill++) {
    const rate = String(0.1 + 0.2 * kill);
    const child = startCede(['tune', 'dial.json', '--rate', rate, '--quiet'], {
      cwd,
      stdio: 'ignore',
    });
    const end = ended(child);
    for (
      const stop = performance.now() + 300 + 600 * random.uniform();
      performance.now() < stop;
    ) {
      parsePolicy(readFileSync(folder.at('dial.json'), 'utf8'), 'dial.json');
      await sleep(3);
    }
    child.kill('SIGKILL');
    await end;
    parsePolicy(readFileSync(folder.at('dial.json'), 'utf8'), 'dial.json');
  }
});
