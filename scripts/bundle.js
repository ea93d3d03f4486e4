// Joins what TypeScript wrote to dist/ into a few files a room, in lib/: what `exports` names and
// what npm publishes. Node spends about 0.6 ms of CPU on every file it loads, and `cede decide` of
// one row loaded 330. A room's doors and worker threads are its entries and share their code, so a
// class exists once however it is imported; other rooms and npm packages stay imports.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';

export async function bundleRooms(root) {
  for (const room of readdirSync(join(root, 'packages')))
    await bundleRoom(join(root, 'packages', room));
  await bundleEdge(root);
  await bundleScoringThread(root);
  await bundleDuckdb(root);
  await bundleDecide(root);
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
  const licence = readFileSync(join(root, 'node_modules/@duckdb/node-api/LICENSE'), 'utf8').trim();
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  if (output.length > 1) throw new Error("DuckDB's API is more than one file");
  const code = output[0].code.replace(/__require\((['"])@duckdb\/node-bindings\1\)/g, 'bindings');
  writeFileSync(
    join(root, 'packages/data/lib/node/duckdb-api.js'),
    `/*! Holds @duckdb/node-api.\n${licence}\n*/\nimport bindings from '@duckdb/node-bindings';\n${code}`,
  );
}

/**
 * `cede decide` as one file: the command line, commander, and what one decision needs of core and
 * data. Loading and compiling all of them takes longer than deciding. It is a CommonJS file, which
 * Node loads without its loader of modules: that one also reads every name of `node:fs` and
 * `node:crypto`, and so loads streams and keys that nobody asked for.
 */
async function bundleDecide(root) {
  const cli = join(root, 'packages/cli');
  const own = { '@cede/core': 'core', '@cede/data': 'data' };
  const doors = {
    '@cede/report/options': 'report/dist/options',
    '@cede/run/reason': 'run/dist/reason',
  };
  const bundle = await rolldown({
    input: join(cli, 'dist/main.js'),
    platform: 'node',
    external: (name, from) => !isPartOfDecide(name, from),
    resolve: {
      alias: {
        ...mapped(own, (room) => join(root, 'packages', room, 'dist/index.js')),
        ...mapped(doors, (door) => join(root, 'packages', door, 'index.js')),
      },
    },
    plugins: [
      keepModuleAddresses(join(cli, 'dist'), "require('node:url').pathToFileURL(__filename)"),
      importAtOnce(isPartOfDecide),
      spawnLater(),
    ],
    treeshake: { moduleSideEffects: false },
  });
  const licence = readFileSync(join(root, 'node_modules/commander/LICENSE'), 'utf8').trim();
  const { output } = await bundle.generate({
    format: 'cjs',
    banner: `/*! Holds commander.\n${licence}\n*/`,
  });
  await bundle.close();
  if (output.length > 1) throw new Error('cede decide is more than one file');
  writeFileSync(join(cli, 'lib/decide.cjs'), output[0].code);
}

const mapped = (names, to) =>
  Object.fromEntries(Object.entries(names).map(([name, value]) => [name, to(value)]));

/** Whatever else is loaded when it is needed: other commands, files that are no lines, words. */
function isPartOfDecide(name, from = '') {
  if (/dist.commands.list\.js$/.test(from)) return /[\\/]decide\.js$/.test(name);
  if (/dist.files\.js$/.test(from) && name === '@cede/data') return false; // where a policy is a table
  return /^([./]|[A-Za-z]:|commander$)|^@cede\/(core|data|report\/options|run\/reason)$/.test(name);
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
  return {
    name: 'keep-module-addresses',
    transform(code, id) {
      if (!code.includes('import.meta.url') || !id.startsWith(dist)) return null;
      const place = relative(dist, id).split(sep).join('/');
      return code.replaceAll('import.meta.url', `libAddress(${JSON.stringify(place)})`);
    },
    renderChunk(code, chunk) {
      if (!code.includes('libAddress(')) return null;
      const up = '../'.repeat(chunk.fileName.split('/').length - 1) || './';
      return `const libAddress = (place) => new URL(${JSON.stringify(up)} + place, ${address}).href;\n${code}`;
    },
  };
}
