import { defineConfig } from 'vitest/config';
import { alias } from './vitest.config.js';

/** What takes too long for every change: simulations over thousands of worlds, long training. */
export default defineConfig({
  resolve: { alias },
  test: {
    include: ['packages/*/{src,test}/**/*.long.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
  },
});
