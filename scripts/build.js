// Builds everything: AssemblyScript kernels first (TypeScript embeds them), then every room, then the
// few files of each room that are published and run.
//   node scripts/build.js
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(join(root, 'node_modules/typescript'))) process.exit(0); // npm ci --omit=dev
// Loaded here: without development dependencies there is nothing to build them with.
const { buildKernels } = await import('./kernels.js');
const { bundleRooms } = await import('./bundle.js');
await buildKernels(root);
run('node_modules/typescript/bin/tsc', '-b');
await bundleRooms(root);
run('scripts/code-cache.js');
