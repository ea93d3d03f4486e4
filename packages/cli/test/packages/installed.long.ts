import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npm, packAll } from './pack.js';

/**
 * What a user gets: the packed packages installed together in an empty folder, with no settings of
 * this workspace, everything else from the registry. Needs a build and the registry.
 */
const tarballs = mkdtempSync(join(tmpdir(), 'cede-tarballs-'));
const home = mkdtempSync(join(tmpdir(), 'cede-installed-'));
afterAll(() => {
  for (const folder of [tarballs, home]) rmSync(folder, { recursive: true, force: true });
});

const ONE_IMAGE =
  'UEsDBC0AAAAIAAAAIQBHg4vA//////////8KABQAaW1hZ2VzLm5weQEAEACEAAAAAAAAAEoAAAAAAAAAm+wX6hsQychQxlCtnpJanFykbqWgXlNqqK6joJ6WX1RSlJgXn1+UkgoSd0vMKU4FihdnJBakAvkahjoKRkCkqaNQq0Ae4GIAAgBQSwECLQMtAAAACAAAACEAR4OLwEoAAACEAAAACgAAAAAAAAAAAAAAgAEAAAAAaW1hZ2VzLm5weVBLBQYAAAAAAQABADgAAACGAAAAAAA=';

let printed = '';
beforeAll(() => {
  const files = packAll(tarballs).map(({ filename }) => join(tarballs, filename));
  writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }');
  printed = npm(home, 'install', '--no-audit', '--no-fund', ...files);
}, 600_000);

function cede(...args: string[]) {
  const command = join(home, 'node_modules/cede/bin/cede.js');
  return spawnSync(process.execPath, [command, ...args], { cwd: home, encoding: 'utf8' });
}

function sizeOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? sizeOf(path) : lstatSync(path).size;
  }
  return bytes;
}

describe('the packed packages in an empty folder', () => {
  it('install without onnxruntime, in less than 110 MB', () => {
    expect(printed).toMatch(/added \d+ packages/);
    expect(existsSync(join(home, 'node_modules/onnxruntime-node'))).toBe(false);
    const megabytes = sizeOf(join(home, 'node_modules')) / 1e6;
    console.log(`installed: ${megabytes.toFixed(1)} MB`);
    expect(megabytes).toBeLessThan(110);
  });

  it('run the demo, from its table to its report', () => {
    const { status, stderr } = cede('demo', '--quiet');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(existsSync(join(home, 'cede-demo/report.html'))).toBe(true);
  });

  it('say in one sentence what predict needs', () => {
    writeFileSync(join(home, 'm.onnx'), 'not read yet');
    // The smallest images file: one black 2 × 2 image, as NumPy 2.4.6 writes it.
    writeFileSync(join(home, 'x.npz'), Buffer.from(ONE_IMAGE, 'base64'));
    const { status, stdout, stderr } = cede(
      ...['predict', '--model', 'm.onnx', '--expert', 'm.onnx', '--images', 'x.npz', '-o', 'o.csv'],
    );
    expect(stdout).toBe('');
    expect(stderr).toMatch(
      /^cede: [^\n]*npm install --ignore-scripts onnxruntime-node@\d+\.\d+\.\d+[^\n]*\n$/,
    );
    expect(status).toBe(1);
  });

  it('say in one sentence what serve needs', () => {
    writeFileSync(join(home, 'policy.json'), '{}');
    const { status, stdout, stderr } = cede('serve', 'policy.json', '--port', '0');
    expect(stdout).toBe('');
    expect(stderr).toMatch(
      /^cede: [^\n]*npm install --ignore-scripts fastify@\d[^\n]* libsql@\d[^\n]*\n$/,
    );
    expect(status).toBe(1);
  });

  it('can be imported as a library, workers and fonts included', () => {
    writeFileSync(
      join(home, 'use.js'),
      `import * as core from '@cede/core'; import * as data from '@cede/data';
       import { readTable } from '@cede/data/node'; import * as report from '@cede/report';
       import { pngOf } from '@cede/report/node'; import * as study from '@cede/study';
       import { policyToOnnx } from '@cede/onnx'; import * as nn from '@cede/nn';
       import * as lab from '@cede/lab'; import * as run from '@cede/run';
       import * as predict from '@cede/predict'; import * as server from '@cede/server';
       import * as cede from 'cede';
       console.log([core, data, report, study, nn, lab, run, predict, server, cede].every((room) => Object.keys(room).length > 0)
         && typeof readTable === 'function' && typeof pngOf === 'function' && typeof policyToOnnx === 'function');`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, ['use.js'], {
      cwd: home,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe('true\n');
  });
});
