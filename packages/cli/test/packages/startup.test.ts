import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../cede.js';

const lib = join(import.meta.dirname, '../../lib');

/** Files that Node loads for one: its static imports, and theirs. Needs a build. */
function loadedWith(start: string, seen = new Set<string>()): Set<string> {
  if (seen.has(start)) return seen;
  seen.add(start);
  const code = readFileSync(start, 'utf8');
  for (const [, name] of code.matchAll(/^(?:import|export)\b[^;'"]*?from\s*['"]([^'"]+)['"]/gm)) {
    const file = fileOf(name, start);
    if (file) loadedWith(file, seen);
  }
  return seen;
}

function fileOf(name: string, from: string): string | undefined {
  if (name.startsWith('node:') || builtinModules.includes(name)) return undefined;
  if (name.startsWith('.')) return join(dirname(from), name);
  // A package beside ours: what its `exports` or `module` names for Node.
  const [scope, ...rest] = name.split('/');
  const depth = name.startsWith('@') ? 2 : 1;
  const door = [scope, ...rest].slice(depth);
  const home = join(
    fileURLToPath(new URL('../../../../node_modules', import.meta.url)),
    ...[scope, ...rest].slice(0, depth),
  );
  if (!existsSync(home)) throw new Error(`${from} imports ${name}, which is not installed`);
  const { exports, module, main } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const entry =
    exports?.[door.length ? `./${door.join('/')}` : '.'] ?? module ?? main ?? 'index.js';
  return join(realpathSync(home), pick(entry));
}

type Entry = string | { import?: Entry; node?: Entry; default?: Entry };
const pick = (entry: Entry): string =>
  typeof entry === 'string' ? entry : pick((entry.node ?? entry.import ?? entry.default)!);

const below = (files: Set<string>) =>
  [...files].map((file) => file.replace(/^.*?\/(?=(packages|node_modules)\/)/, ''));

it('cede --help loads the command line alone, and what breaks lines', () => {
  const files = below(loadedWith(join(lib, 'main.js')));
  const own = /^packages\/(cli\/|report\/lib\/screen\/index\.js$)|commander/;
  expect(files.filter((file) => !own.test(file))).toEqual([]);
});

// Every file costs 0.6 ms of CPU, and its bytes are compiled: one row should be decided in 0.2 s.
it('cede decide of one row loads one file, without what trains', () => {
  expect(readFileSync(join(lib, '../bin/cede.js'), 'utf8')).toContain(
    "require('../lib/decide.cjs')",
  );
  const code = readFileSync(join(lib, 'decide.cjs'), 'utf8');
  const required = [...code.matchAll(/^.*\brequire\("([^"]+)"\)/gm)].map(([, name]) => name);
  expect(required).toContain('node:fs');
  expect(required.filter((name) => !name.startsWith('node:'))).toEqual([]);
  const parts = [...code.matchAll(/^\/\/ packages\/core\/dist\/(.*)$/gm)].map(([, part]) => part);
  expect(parts).toContain('policy/decide.js');
  expect(parts.filter((part) => /^train\/|^method\/(registry|drcpe)/.test(part))).toEqual([]);
  expect(code).toContain('(The MIT License)'); // commander's, which goes with its code
});

// Node's own parts are compiled too: streams are for stdin, a process for another program.
it('cede decide loads of Node what it needs', () => {
  const script = `require(${JSON.stringify(join(lib, 'decide.cjs'))});
    console.log(process.moduleLoadList.join())`;
  const loaded = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).split(',');
  expect(loaded).toContain('NativeModule crypto');
  expect(loaded.filter((name) => / (child_process|worker_threads|net)$/.test(name))).toEqual([]);
});

// Half of the time of a million rows was the start.
it('cede score is one file beside DuckDB', () => {
  const code = readFileSync(join(lib, 'score.cjs'), 'utf8');
  const required = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name!);
  expect(required.filter((name) => !/^(node:.*|os|util)$/.test(name))).toEqual([]);
  expect(code).toContain("(require.resolve('@cede/data'))('@duckdb/node-bindings')");
  for (const held of ['commander', 'fflate', '@duckdb/node-api'])
    expect(code).toContain(`Holds ${held}.`);
});

const compiled = JSON.stringify(join(lib, '../bin/compiled.js'));
const printed = (script: string) =>
  execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim();

it('cede score runs what V8 compiled while it was built', () => {
  const file = JSON.stringify(join(lib, 'score.cjs'));
  expect(printed(`console.log(require(${compiled}).compile(${file}).cachedDataRejected)`)).toBe(
    'false',
  );
});

it('what another V8 compiled, or half of it, is left aside', () => {
  const folder = temporaryFolder();
  const file = folder.at('small.cjs');
  writeFileSync(file, 'exports.place = require("node:path").basename(__filename);');
  const load = `const { compile, keptBeside, load } = require(${compiled});
    const file = ${JSON.stringify(file)};`;
  try {
    expect(printed(`${load} console.log(load(file).place)`)).toBe('small.cjs');
    const keep = `const script = compile(file); load(file, script);
      require('node:fs').writeFileSync(keptBeside(file), script.createCachedData());`;
    printed(`${load} ${keep}`);
    const used = `${load} const { cachedDataRejected } = compile(file);
      console.log(load(file).place, cachedDataRejected)`;
    expect(printed(used)).toBe('small.cjs false');
    const kept = readFileSync(`${file}.v8`);
    for (const damaged of [kept.subarray(0, kept.length / 2), Buffer.from('of another V8')]) {
      writeFileSync(`${file}.v8`, damaged);
      expect(printed(used)).toBe('small.cjs true');
    }
  } finally {
    folder.remove();
  }
});

it('the library loads no engine before it is needed, and no command line', () => {
  const files = below(loadedWith(join(lib, 'index.js')));
  expect(
    files.filter((file) => /duckdb|resvg|cli-table3|commander|onnxruntime/.test(file)),
  ).toEqual([]);
  expect(files).toContain('packages/study/lib/index.js');
});
