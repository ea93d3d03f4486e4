import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

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

/** The file that `main` loads for a command. */
function commandFile(name: string): string {
  const code = readFileSync(join(lib, 'main.js'), 'utf8');
  const [, file] = code.match(new RegExp(`import\\(['"](\\./shared/${name}-[^'"]+)['"]\\)`)) ?? [];
  if (!file) throw new Error(`main.js loads no file for ${name}`);
  return join(lib, file);
}

const below = (files: Set<string>) =>
  [...files].map((file) => file.replace(/^.*?\/(?=(packages|node_modules)\/)/, ''));

it('cede --help loads the command line alone', () => {
  const files = below(loadedWith(join(lib, 'main.js')));
  expect(files.filter((file) => !/^packages\/cli\/|commander/.test(file))).toEqual([]);
});

// Every file costs 0.6 ms of CPU, and one row should be decided in 0.2 s.
it('cede decide of one row loads few files, and no engine', () => {
  const files = below(loadedWith(commandFile('decide')));
  expect(files.filter((file) => /duckdb|resvg|cli-table3|piscina|onnxruntime/.test(file))).toEqual(
    [],
  );
  expect(files).toContain('packages/core/lib/index.js');
  expect(files.length, files.join('\n')).toBeLessThan(70);
});

it('the library loads no engine before it is needed, and no command line', () => {
  const files = below(loadedWith(join(lib, 'index.js')));
  expect(
    files.filter((file) => /duckdb|resvg|cli-table3|commander|onnxruntime/.test(file)),
  ).toEqual([]);
  expect(files).toContain('packages/study/lib/index.js');
});
