import { readdirSync } from 'node:fs';
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

export default defineConfig({
  resolve: { alias },
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts'],
    setupFiles: ['vitest.setup.ts'],
    // Two cores, two workers: left alone, vitest keeps one core for itself.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // The build is loaded as Node loads it, not through vite.
    server: { deps: { external: [/packages\/[^/]+\/lib\//] } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: {
      include: ['packages/core/src/**'],
      exclude: ['**/*.wasm.ts', '**/*.test.ts', '**/*.long.ts'],
    },
  },
});
