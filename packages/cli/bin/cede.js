#!/usr/bin/env node
// Committed, so that npm can link it before anything is built.
import('../lib/main.js').catch((error) => {
  if (error?.code === 'ERR_MODULE_NOT_FOUND' && /[\\/]lib[\\/]/.test(String(error.message))) {
    console.error('cede is not built yet. Run: npm run build');
  } else {
    console.error(error?.message ?? error);
  }
  process.exitCode = 1;
});
