// AssemblyScript kernels, compiled and embedded as base64 so that a kernel is an ordinary
// import in Node and in a browser. A room declares its kernels in package.json:
//   "kernels": [{ "entry": "kernel/scorer.ts", "output": "src/kernel/scorer.wasm.ts", "flags": [...] }]
// A kernel is rebuilt only when its sources or flags changed (the hash stands in the output).
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import asc from 'assemblyscript/asc';

const COMMON = ['--optimizeLevel', '3', '--shrinkLevel', '0', '--runtime', 'stub', '--noAssert'];

export async function buildKernels(root) {
  for (const room of readdirSync(join(root, 'packages'))) {
    const folder = join(root, 'packages', room);
    if (!existsSync(join(folder, 'package.json'))) continue;
    const { kernels = [] } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const kernel of kernels) await buildKernel(folder, kernel);
  }
}

async function buildKernel(folder, { entry, output, flags = [] }) {
  const target = join(folder, output);
  const hash = hashOf(folder, entry, flags);
  if (existsSync(target) && readFileSync(target, 'utf8').includes(hash)) return;
  const files = new Map();
  const { error, stderr } = await asc.main(
    [entry, '--baseDir', folder, '--outFile', 'out.wasm', ...COMMON, ...flags],
    { writeFile: (name, contents) => void files.set(name, contents) },
  );
  if (error) {
    console.error(stderr.toString());
    throw new Error(`kernel ${entry} does not compile`);
  }
  const base64 = Buffer.from(files.get('out.wasm')).toString('base64');
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(
    target,
    `// Generated from ${entry} by scripts/kernels.js: ${hash}\nexport default '${base64}';\n`,
  );
}

function hashOf(folder, entry, flags) {
  const hash = createHash('sha256').update(JSON.stringify([COMMON, flags]));
  const sources = join(folder, dirname(entry));
  for (const name of readdirSync(sources).sort()) {
    if (name.endsWith('.ts')) hash.update(name).update(readFileSync(join(sources, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
