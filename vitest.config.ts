import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests read the sources of every room, so that a change is tested without a build. */
export const alias = readdirSync('packages').flatMap((room) => [
  {
    find: new RegExp(`^@cede/${room}$`),
    replacement: `${import.meta.dirname}/packages/${room}/src/index.ts`,
  },
  {
    find: new RegExp(`^@cede/${room}/([a-z]+)$`),
    replacement: `${import.meta.dirname}/packages/${room}/src/$1/index.ts`,
  },
]);

/** Tests that put something else in a module's place: nobody else may see that. */
const replacesModules = readdirSync('packages', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
  .map((path) => `packages/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(path, 'utf8')));

export default defineConfig({
  resolve: { alias },
  test: {
    setupFiles: ['vitest.setup.ts'],
    // One more than cores: tests that start servers or kill commands wait more than they compute.
    maxWorkers: availableParallelism() + 1,
    // The build is loaded as Node loads it, not through vite.
    server: { deps: { external: [/packages\/[^/]+\/lib\//] } },
    // Commands of several tests share the cores: a test may have to wait for its turn.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    coverage: {
      include: ['packages/core/src/**'],
      exclude: ['**/*.wasm.ts', '**/*.test.ts', '**/*.long.ts'],
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['packages/*/{src,test}/**/*.test.ts'],
          exclude: replacesModules,
          // A worker loads a module once for all its files: loading took more time than most tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: replacesModules } },
    ],
  },
});
