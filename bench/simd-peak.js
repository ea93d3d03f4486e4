import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

/**
 * Plain SIMD peak of one core in GFLOP/s, measured: the ceiling that kernels are compared with. The
 * best of many short runs, so that other work on the machine doesn't lower it.
 */
export async function simdPeak() {
  const files = new Map();
  const folder = fileURLToPath(new URL('kernel', import.meta.url));
  const { error, stderr } = await asc.main(
    [
      'peak.ts',
      '--baseDir',
      folder,
      '--outFile',
      'peak.wasm',
      '-O3',
      '--runtime',
      'stub',
      '--enable',
      'simd',
    ],
    { writeFile: (name, contents) => void files.set(name, contents) },
  );
  if (error) throw new Error(stderr.toString());
  const { instance } = await WebAssembly.instantiate(files.get('peak.wasm'));
  const rounds = 20_000;
  let best = Infinity;
  for (let i = 0; i < 400; i++) {
    const start = performance.now();
    instance.exports.peak(rounds);
    best = Math.min(best, performance.now() - start);
  }
  return (rounds * 24 * 4) / best / 1e6;
}
