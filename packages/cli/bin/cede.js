#!/usr/bin/env node
// Committed, so that npm can link it before anything is built.
const { join } = require('node:path');
const failed = (error) => {
  const isBuilt = require('node:fs').existsSync(join(__dirname, '../lib/main.js'));
  console.error(isBuilt ? (error?.message ?? error) : 'cede is not built yet. Run: npm run build');
  process.exitCode = 1;
};
// One decision must be quick, and a file of scores: they have the command line and their part of
// every room in one file.
const load = async (asked) => {
  if (asked === 'decide') return require('../lib/decide.cjs');
  if (asked === 'score') return require('./compiled.js').load(join(__dirname, '../lib/score.cjs'));
  return import('../lib/main.js');
};

load(process.argv.slice(2).find((word) => !word.startsWith('-')))
  .then(({ main }) => main())
  .catch(failed);
