// After `npm install`: adds to package-lock.json the optional packages of other platforms that the
// registry at hand did not offer, so that `npm ci` finds the lock complete everywhere. Each is
// marked with the system it is for, and is fetched only there. It also takes the mark off packages
// whose install script only downloads what we don't use.
//   node scripts/lock-platforms.js
import { readFileSync, writeFileSync } from 'node:fs';

const SYSTEMS = [
  'darwin',
  'linux',
  'win32',
  'android',
  'freebsd',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'aix',
];
const PROCESSORS = [
  'arm64',
  'x64',
  'ia32',
  'arm',
  'ppc64',
  's390x',
  'riscv64',
  'loong64',
  'mips64el',
  'wasm32',
];

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
let added = 0;
for (const entry of Object.values({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (lock.packages[place]) continue;
    const words = name.split(/[/-]/);
    const system = SYSTEMS.find((word) => words.includes(word));
    const processor = PROCESSORS.find((word) =>
      words.some(
        (part) => part === word || (word === 'arm' && part.startsWith('arm') && part !== 'arm64'),
      ),
    );
    if (!system && !processor) continue; // not a platform's package
    lock.packages[place] = {
      version: version.replace(/^[\^~]/, ''),
      ...(processor && { cpu: [processor] }),
      ...(entry.dev && { dev: true }),
      optional: true,
      ...(system && { os: [system] }),
    };
    added++;
  }
}
// The CPU binary is inside onnxruntime-node. On Linux its install script downloads 300 MB for CUDA,
// and `npm ci` fails where it can't. npm runs a locked package's script only where the lock says
// that it has one, so the lock doesn't say it. (.npmrc can't: npm warns of names it doesn't know.)
// esbuild's binary is in a package of its own; its script only saves the start of one process.
// BullMQ's msgpackr runs without its extract, whose script only builds what is not at hand.
const WITHOUT_SCRIPT = [
  'node_modules/msgpackr-extract',
  'node_modules/onnxruntime-node',
  'node_modules/vitepress/node_modules/esbuild',
];
for (const place of WITHOUT_SCRIPT) delete lock.packages[place]?.hasInstallScript;

lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added} packages of other platforms added`);
