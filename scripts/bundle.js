// Joins what TypeScript wrote to dist/ into a few files a room, in lib/: what `exports` names and
// what npm publishes. Node spends about 0.6 ms of CPU on every file it loads, and `cede decide` of
// one row loaded 330. A room's doors and worker threads are its entries and share their code, so a
// class exists once however it is imported; other rooms and npm packages stay imports.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';

export async function bundleRooms(root) {
  for (const room of readdirSync(join(root, 'packages')))
    await bundleRoom(join(root, 'packages', room));
  await bundleEdge(root);
  await bundleScoringThread(root);
  await bundleDuckdb(root);
  await bundleCommand(root, 'decide', DECIDE, ['commander']);
  await bundleCommand(root, 'score', SCORE, ['commander', 'fflate', '@duckdb/node-api']);
}

/** What `cede export --js` puts beside a policy: the decider and core's part of it, as one script. */
async function bundleEdge(root) {
  const bundle = await rolldown({
    input: join(root, 'packages/core/dist/policy/standalone.js'),
    platform: 'neutral',
    treeshake: true,
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'cedeEdge', minify: true });
  await bundle.close();
  if (output.length > 1) throw new Error('the decider of cede export --js is more than one file');
  writeFileSync(join(root, 'packages/cli/lib/edge-decider.txt'), output[0].code);
}

/**
 * The thread of `cede score` with the part of core that it needs: loading all of core takes longer
 * than scoring a small file, in every thread.
 */
async function bundleScoringThread(root) {
  const bundle = await rolldown({
    input: join(root, 'packages/data/dist/node/score/worker.js'),
    platform: 'node',
    resolve: { alias: { '@cede/core': join(root, 'packages/core/dist/index.js') } },
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  if (output.length > 1) throw new Error('the thread of cede score is more than one file');
  writeFileSync(join(root, 'packages/data/lib/node/score/worker.js'), output[0].code);
}

/**
 * DuckDB's API as one file: of its hundred, Node first reads each for names. Its bindings stay an
 * import, and are not required: Node aborts if a thread is ended while it requires.
 */
async function bundleDuckdb(root) {
  const bundle = await rolldown({
    input: join(root, 'packages/data/dist/node/duckdb-api.js'),
    platform: 'node',
    external: ['@duckdb/node-bindings'],
  });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  if (output.length > 1) throw new Error("DuckDB's API is more than one file");
  const code = output[0].code.replace(
    /__require\((['"])@duckdb\/node-bindings\1\)/g,
    'nodeBindings',
  );
  writeFileSync(
    join(root, 'packages/data/lib/node/duckdb-api.js'),
    `/*! Holds @duckdb/node-api.\n${licenceOf(root, '@duckdb/node-api')}\n*/\nimport nodeBindings from '@duckdb/node-bindings';\n${code}`,
  );
}

/** What the commands with a file of their own have in it of the rooms, beside the command line. */
const DECIDE = {
  '@cede/core': 'packages/core/dist/index.js',
  '@cede/data': 'packages/data/dist/index.js',
  '@cede/report/options': 'packages/report/dist/options/index.js',
  '@cede/report/screen': 'packages/report/dist/screen/index.js',
  '@cede/run/reason': 'packages/run/dist/reason/index.js',
};
const SCORE = {
  ...DECIDE,
  '@cede/data/node': 'packages/data/dist/node/index.js',
  '@cede/report/words': 'packages/report/dist/words/index.js',
  '@cede/run/node': 'packages/run/dist/node/index.js',
  '@duckdb/node-api': 'node_modules/@duckdb/node-api',
  fflate: 'node_modules/fflate/esm/browser.js',
};

/**
 * A command that must start fast as one file: the command line, commander, and what it needs of the
 * rooms. Loading and compiling all of them takes longer than one decision, and half as long as
 * scoring a million rows. It is a CommonJS file, which Node loads without its loader of modules: that
 * one also reads every name of `node:fs` and `node:crypto`, and so loads streams and keys that nobody
 * asked for.
 */
async function bundleCommand(root, name, doors, packages) {
  const cli = join(root, 'packages/cli');
  const data = join(root, 'packages/data/dist');
  const isPart = isPartOf(name, Object.keys(doors));
  const bundle = await rolldown({
    input: join(cli, 'dist/main.js'),
    platform: 'node',
    external: (asked, from) => !isPart(asked, from),
    resolve: {
      alias: Object.fromEntries(
        Object.entries(doors).map(([door, file]) => [door, join(root, file)]),
      ),
    },
    plugins: [
      keepModuleAddresses(join(cli, 'dist'), "require('node:url').pathToFileURL(__filename)"),
      keepModuleAddresses(data, "require('node:url').pathToFileURL(require.resolve('@cede/data'))"),
      importAtOnce(isPart),
      spawnLater(),
    ],
    treeshake: { moduleSideEffects: false },
  });
  const licences = packages.map((held) => `Holds ${held}.\n${licenceOf(root, held)}\n`);
  const { output } = await bundle.generate({
    format: 'cjs',
    banner: `/*! ${licences.join('\n')}*/`,
  });
  await bundle.close();
  if (output.length > 1) throw new Error(`cede ${name} is more than one file`);
  writeFileSync(join(cli, `lib/${name}.cjs`), bindingsOfData(output[0].code));
}

/** DuckDB's bindings are installed for the room of data, wherever that is. */
const bindingsOfData = (code) =>
  code.replace(
    /\brequire\("@duckdb\/node-bindings"\)/g,
    "require('node:module').createRequire(require.resolve('@cede/data'))('@duckdb/node-bindings')",
  );

const licenceOf = (root, name) =>
  readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8').trim();

/** What becomes part of a command's file; whatever else is loaded when it is needed. */
function isPartOf(command, rooms) {
  return (name, from = '') => {
    if (/dist.commands.list\.js$/.test(from)) return name.endsWith(`/${command}.js`);
    if (/dist.files\.js$/.test(from) && name === '@cede/data') return false; // where a policy is a table
    return /^([./]|[A-Za-z]:|commander$)/.test(name) || rooms.includes(name);
  };
}

/** Parts that a module would load later are loaded with it: else they would be files of their own. */
function importAtOnce(isPart) {
  return {
    name: 'import-at-once',
    transform(code, id) {
      const parts = [];
      const joined = code.replace(/\bimport\((['"])([^'"]+)\1\)/g, (whole, _quote, name) =>
        isPart(name, id) ? `part${parts.push(name)}` : whole,
      );
      const imports = parts.map((name, at) => `import * as part${at + 1} from '${name}';\n`);
      return parts.length > 0 ? imports.join('') + joined : null;
    },
  };
}

/** Commander loads what starts processes, for commands that are programs of their own: we have none. */
function spawnLater() {
  const loads = "const childProcess = require('node:child_process');";
  return {
    name: 'spawn-later',
    transform(code, id) {
      if (!/commander.lib.command\.js$/.test(id)) return null;
      if (!code.includes(loads)) throw new Error('commander no longer loads node:child_process so');
      return code.replace(loads, '').replaceAll('childProcess.', "require('node:child_process').");
    },
  };
}

async function bundleRoom(folder) {
  const dist = join(folder, 'dist');
  const input = entriesOf(folder, dist);
  const bundle = await rolldown({
    input,
    platform: 'neutral',
    external: (name) => !name.startsWith('.') && !name.startsWith('/') && !/^[A-Za-z]:/.test(name),
    plugins: [keepModuleAddresses(dist)],
    onLog(level, log) {
      if (level === 'warn') throw new Error(`${basename(folder)}: ${log.message}`);
    },
  });
  const lib = join(folder, 'lib');
  rmSync(lib, { recursive: true, force: true });
  await bundle.write({ dir: lib, format: 'es', chunkFileNames: 'shared/[name]-[hash].js' });
  await bundle.close();
}

/** Every door of package.json, the command, and every file that runs as a thread of its own. */
function entriesOf(folder, dist) {
  const { exports, bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const doors = Object.values(exports).map(({ default: file }) => {
    if (!file.startsWith('./lib/'))
      throw new Error(`${folder}: exports ${file}, which is not in lib/`);
    return file.slice('./lib/'.length);
  });
  // duckdb-api.js is joined with what it names: a file of its own, which keeps its name.
  const others = readdirSync(dist, { recursive: true }).filter((name) =>
    ['worker.js', 'duckdb-api.js'].includes(basename(name)),
  );
  const files = new Set([...doors, ...(bin ? ['main.js'] : []), ...others]);
  return Object.fromEntries(
    [...files].map((file) => [file.split(sep).join('/').replace(/\.js$/, ''), join(dist, file)]),
  );
}

/**
 * A module finds its worker or its data beside itself. Once joined it stands elsewhere: its address
 * is told as if lib/ had a file for every file of dist/.
 */
function keepModuleAddresses(dist, address = 'import.meta.url') {
  const name = `addressIn${basename(dirname(dist))}`;
  return {
    name: 'keep-module-addresses',
    transform(code, id) {
      if (!code.includes('import.meta.url') || !id.startsWith(dist)) return null;
      const place = relative(dist, id).split(sep).join('/');
      return code.replaceAll('import.meta.url', `${name}(${JSON.stringify(place)})`);
    },
    renderChunk(code, chunk) {
      if (!code.includes(`${name}(`)) return null;
      const up = '../'.repeat(chunk.fileName.split('/').length - 1) || './';
      return `const ${name} = (place) => new URL(${JSON.stringify(up)} + place, ${address}).href;\n${code}`;
    },
  };
}
