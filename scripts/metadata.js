// What every published package shares with the workspace: version, licence, addresses. It is written
// once, in the root package.json; run this after changing it there. A test compares.
//   node scripts/metadata.js
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const readPackage = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** package.json of a room as it should be. */
export function withSharedFields(room, own, workspace) {
  const { version, license, engines, homepage, bugs, repository } = workspace;
  const { name, version: _, description, keywords, type, ...rest } = own;
  for (const key of ['license', 'engines', 'homepage', 'bugs', 'repository']) delete rest[key];
  for (const kind of ['dependencies', 'peerDependencies']) {
    for (const other of Object.keys(rest[kind] ?? {}))
      if (other.startsWith('@cede/') || other === 'cede') rest[kind][other] = version;
  }
  return {
    name,
    version,
    description,
    keywords,
    homepage,
    bugs,
    repository: { ...repository, directory: `packages/${room}` },
    license,
    type,
    engines,
    ...rest,
  };
}

export function writeMetadata(root = ROOT) {
  const workspace = readPackage(root);
  for (const room of readdirSync(join(root, 'packages'))) {
    const folder = join(root, 'packages', room);
    const content = withSharedFields(room, readPackage(folder), workspace);
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
    copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeMetadata();
