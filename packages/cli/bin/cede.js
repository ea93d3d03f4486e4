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
import('../lib/main.js').then(({ main }) => main()).catch(failed);
