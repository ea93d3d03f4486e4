#!/usr/bin/env node
// Committed, so that npm can link it before anything is built.
const failed = (error) => {
  if (error?.code === 'ERR_MODULE_NOT_FOUND' && /[\\/]lib[\\/]/.test(String(error.message))) {
    console.error('cede is not built yet. Run: npm run build');
  } else {
    console.error(error?.message ?? error);
  }
  process.exitCode = 1;
};
// One decision must be quick: it has the command line and its part of every room in one file.
const asked = process.argv.slice(2).find((word) => !word.startsWith('-'));
const door = asked === 'decide' ? '../lib/decide.js' : '../lib/main.js';
import(door).then(({ main }) => main()).catch(failed);
