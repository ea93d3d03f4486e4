// The API reference: docs/api, one page a door, from the source. A test compares what is there with
// what this writes.
//   npm run docs:api
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application, ReflectionKind } from 'typedoc';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const API = join(ROOT, 'docs', 'api');

/** Rooms that people import; `lab` and `nn` have pages of their own in docs/. */
const ROOMS = ['cli', 'core', 'data', 'onnx', 'sql', 'predict', 'report', 'run', 'study'];

/** Every door of these rooms: the source behind each entry of `exports`. */
function doors() {
  return ROOMS.flatMap((room) => {
    const home = join(ROOT, 'packages', room);
    const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    return Object.values(exports).map(({ default: file }) =>
      join(home, file.replace('./lib/', 'src/').replace(/\.js$/, '.ts')),
    );
  }).filter((file) => !/^\s*export \{\};?\s*$/.test(readFileSync(file, 'utf8')));
}

const DESCRIBED =
  ReflectionKind.Function |
  ReflectionKind.Class |
  ReflectionKind.Interface |
  ReflectionKind.TypeAlias |
  ReflectionKind.Variable |
  ReflectionKind.Enum;

/** Writes the pages into a folder; the names of exported symbols without a sentence come back. */
export async function writeApi(folder) {
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: doors(),
    tsconfig: join(ROOT, 'tsconfig.api.json'),
    basePath: join(ROOT, 'packages'),
    name: 'API',
    outputs: [{ name: 'markdown', path: folder }],
    readme: 'none',
    router: 'module',
    logLevel: 'Error',
    skipErrorChecking: true,
    excludeExternals: true,
    excludePrivate: true,
    disableSources: true, // line numbers would change with every commit
    hideBreadcrumbs: true,
    hidePageHeader: true,
    indexFormat: 'table',
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    gitRevision: 'main',
    ...{ validation: false, treatWarningsAsErrors: false },
  });
  const project = await app.convert();
  if (!project) throw new Error('typedoc could not read the sources.');
  for (const door of project.children ?? []) door.name = importName(door.name);
  await app.generateOutputs(project);
  return undescribed(project);
}

/** `data/src/node` is imported as `@cede/data/node`. */
function importName(place) {
  const [room, , ...door] = place.split('/');
  return [room === 'cli' ? 'cede' : `@cede/${room}`, ...door].join('/');
}

function undescribed(project) {
  const names = new Set();
  for (const reflection of project.getReflectionsByKind(DESCRIBED)) {
    if (!reflection.parent?.kindOf(ReflectionKind.Module | ReflectionKind.Project)) continue;
    const comments = [reflection, ...(reflection.signatures ?? [])].map(({ comment }) => comment);
    if (!comments.some((comment) => comment?.hasVisibleComponent()))
      names.add(`${reflection.parent.name}: ${reflection.name}`);
  }
  return [...names].sort();
}

/** Every page of a folder with its text. */
export const pagesOf = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );

/** What `npm run docs:api` would write, and the symbols without a sentence. */
export async function freshApi() {
  const folder = mkdtempSync(join(tmpdir(), 'cede-api-'));
  try {
    const without = await writeApi(folder);
    return { pages: pagesOf(folder), without };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(API, { recursive: true, force: true });
  const without = await writeApi(API);
  console.log(`docs/api: ${Object.keys(pagesOf(API)).length} pages`);
  if (without.length > 0) {
    console.error(`These have no sentence yet:\n${without.join('\n')}`);
    process.exitCode = 1;
  }
}
