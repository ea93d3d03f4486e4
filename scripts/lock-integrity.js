// Fills in the integrity hashes that package-lock.json lacks. Packages of other platforms that the
// registry at hand does not offer are locked by version alone (see lock-platforms.js); where the full
// registry can be reached, this asks it for their hashes.
//   npm run lock:integrity
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Entries of a lock that npm would install without checking what it got. */
export const withoutIntegrity = (lock) =>
  Object.entries(lock.packages)
    .filter(
      ([place, entry]) => /(^|\/)node_modules\//.test(place) && !entry.link && !entry.integrity,
    )
    .map(([place, entry]) => ({
      place,
      name: entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version,
    }));

/** Adds every hash that `ask` knows; the names of those it doesn't know come back. */
export async function fillIntegrity(lock, ask) {
  const unknown = [];
  for (const { place, name, version } of withoutIntegrity(lock)) {
    const integrity = await ask(name, version);
    if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')) {
      unknown.push(`${name}@${version}`);
      continue;
    }
    const { version: same, ...rest } = lock.packages[place];
    lock.packages[place] = { version: same, integrity, ...rest };
  }
  return unknown;
}

async function askRegistry(name, version) {
  try {
    const { stdout } = await run('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
      shell: process.platform === 'win32', // npm is a script there
    });
    return stdout.trim();
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = new URL('../package-lock.json', import.meta.url);
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const lacking = withoutIntegrity(lock).length;
  const unknown = await fillIntegrity(lock, askRegistry);
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(
    `package-lock.json: ${lacking - unknown.length} of ${lacking} missing hashes filled in.`,
  );
  if (unknown.length > 0) {
    console.error(`The registry at hand does not offer: ${unknown.join(', ')}`);
    process.exitCode = 1;
  }
}
