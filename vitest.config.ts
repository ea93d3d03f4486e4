import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

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

/** What takes longest, by time and not by the length of its text, which is all that is known at first. */
const LONGEST = [
  'cli/test/golden/golden',
  'cli/test/docs',
  'cli/test/compare',
  'cli/test/auto',
  'queue/test/killed',
  'cli/test/promises',
  'cli/test/killed',
  'nn/src/train/train',
  'cli/test/lab',
  'cli/test/packages/api',
  'core/src/method/auto/auto',
  'cli/test/examples/examples',
  'run/src/node/killed',
  'server/test/kill',
  'server/test/postgres',
  'cli/test/packages/packed',
].map((name) => `/packages/${name}.test.ts`);

/** A long file begun last would leave the other cores idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return found < 0 ? LONGEST.length : found;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  resolve: { alias },
  test: {
    setupFiles: ['vitest.setup.ts'],
    // One more than cores: tests that start servers or kill commands wait more than they compute.
    maxWorkers: availableParallelism() + 1,
    // All cores are taken: threads that help to collect garbage wait for each other (12 % of the CPU).
    execArgv: ['--single-threaded-gc'],
    sequence: { sequencer: LongestFirst },
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
