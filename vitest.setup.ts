import fc from 'fast-check';

/**
 * Property tests draw the same cases in every run, so that a change is judged by what it changed.
 * CEDE_TEST_SEED=random draws new ones; a failure names the seed that finds it again.
 */
const seed = process.env.CEDE_TEST_SEED ?? '1';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
