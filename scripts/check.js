// Types, style, boundaries and the docs site, side by side: each alone leaves a core idle.
//   node scripts/check.js
// What each has to say is printed whole, in this order; one that fails fails the whole.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Scripts of package.json, the longest first. */
export const CHECKS = ['typecheck', 'docs:site', 'boundaries', 'lint'];

/** Starts one of them. */
export function startCheck(name) {
  return new Promise((resolve) => {
    let said = '';
    const child = spawn('npm', ['run', '--silent', name], {
      cwd: root,
      shell: process.platform === 'win32', // npm is a .cmd there
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
      });
    child.on('error', (error) => resolve({ name, said: String(error), ok: false }));
    child.on('close', (code) => resolve({ name, said, ok: code === 0 }));
  });
}

/** Prints what they said; whether all is fine. */
export function tellChecks(results) {
  for (const { name, said, ok } of results) {
    console.log(`${name}: ${ok ? 'fine' : 'FAILED'}`);
    if (said.trim() !== '') console.log(said.trimEnd());
  }
  return results.every(({ ok }) => ok);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = tellChecks(await Promise.all(CHECKS.map(startCheck))) ? 0 : 1;
