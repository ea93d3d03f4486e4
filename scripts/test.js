// What `npm test` does after the build: all checks, and the tests beside them, which wait often enough.
//   node scripts/test.js [what vitest is to run]
// Some tests open the docs site, so they begin when it stands. The checks are told after the tests.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHECKS, startCheck, tellChecks } from './check.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function runTests() {
  const words = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)];
  const child = spawn(process.execPath, words, { cwd: root, stdio: 'inherit' });
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

const running = new Map(CHECKS.map((name) => [name, startCheck(name)]));
await running.get('docs:site');
const tested = await runTests();
const checked = tellChecks(await Promise.all(running.values()));
process.exitCode = tested && checked ? 0 : 1;
