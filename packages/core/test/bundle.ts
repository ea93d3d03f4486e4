import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** All of core in one script, as a page would load it: `cede` becomes a global of whatever runs it. */
export async function bundleCore(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: {
        entry: fileURLToPath(new URL('../src/index.ts', import.meta.url)),
        formats: ['iife'],
        name: 'cede',
      },
    },
  });
  const [{ output }] = Array.isArray(result) ? result : [result as never];
  return output[0].code;
}
