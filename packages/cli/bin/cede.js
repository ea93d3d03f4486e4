#!/usr/bin/env node
// Committed, so that npm can link it before anything is built.
const failed = (error) => {
  const isBuilt = require('node:fs').existsSync(
    require('node:path').join(__dirname, '../lib/main.js'),
  );
  console.error(isBuilt ? (error?.message ?? error) : 'cede is not built yet. Run: npm run build');
  process.exitCode = 1;
};
const load = async (asked) =>
  asked === 'decide' ? require('../lib/decide.cjs') : import('../lib/main.js');

// One decision must be quick: it has the command line and its part of every room in one file.
load(process.argv.slice(2).find((word) => !word.startsWith('-')))
  .then(({ main }) => main())
  .catch(failed);
