// A large file of CommonJS with what V8 compiled of it while cede was built (scripts/code-cache.js):
// compiling it anew takes as long as scoring 200,000 rows. Another V8 refuses what is kept, and
// compiles the file itself.
const { existsSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname } = require('node:path');
const vm = require('node:vm');

/** Node 20.12 and later; before, such a file can't import anything. */
const importer = vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER;

const keptBeside = (file) => `${file}.v8`;

function compile(file) {
  const kept = keptBeside(file);
  return new vm.Script(
    `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`,
    {
      filename: file,
      cachedData: existsSync(kept) ? readFileSync(kept) : undefined,
      importModuleDynamically: importer,
    },
  );
}

/** What `require(file)` gives. */
function load(file, script = compile(file)) {
  const module = { exports: {} };
  const run = script.runInThisContext();
  run.call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
  return module.exports;
}

module.exports = { compile, keptBeside, load: importer ? load : require };
