// Makes a release ready: the version everywhere, the changelog's heading, all checks, the packed
// packages in release/. It publishes nothing and commits nothing: a person looks and does.
//   npm run release -- 0.2.0            (or --dry-run to see what would be written)
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeMetadata } from './metadata.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The changelog with what is unreleased under its version and date; an error where there is nothing. */
export function releasedChangelog(text, version, date) {
  if (text.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md has ${version} already.`);
  const found = text.match(/^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m);
  if (!found || !/^- /m.test(found[1]))
    throw new Error('CHANGELOG.md has nothing under "## Unreleased".');
  return text.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} — ${date}`);
}

/** CITATION.cff of the released version. */
export const releasedCitation = (text, version, date) =>
  text
    .replace(/^version: .*$/m, `version: ${version}`)
    .replace(/^date-released: .*$/m, `date-released: ${date}`);

/** Whether a version follows another: 0.2.0 after 0.1.9. Only plain versions are released. */
export function follows(next, present) {
  const parts = [next, present].map((version) => {
    if (!/^\d+\.\d+\.\d+$/.test(version))
      throw new Error(`"${version}" is not a version like 1.2.3.`);
    return version.split('.').map(Number);
  });
  const at = parts[0].findIndex((part, k) => part !== parts[1][k]);
  return at >= 0 && parts[0][at] > parts[1][at];
}

function release(version, isDry) {
  const npm = (...args) =>
    execFileSync('npm', args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' });
  const read = (name) => readFileSync(join(ROOT, name), 'utf8');
  const workspace = JSON.parse(read('package.json'));
  const isFirst = !/^## \d+\.\d+\.\d+ — \d{4}/m.test(read('CHANGELOG.md'));
  if (!follows(version, workspace.version) && !(isFirst && version === workspace.version))
    throw new Error(`${version} does not follow ${workspace.version}.`);
  const date = new Date().toISOString().slice(0, 10);
  const changelog = releasedChangelog(read('CHANGELOG.md'), version, date);
  const citation = releasedCitation(read('CITATION.cff'), version, date);
  if (isDry) return console.log(changelog.split('\n').slice(0, 30).join('\n'));
  if (execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' }))
    throw new Error('Commit or stash what you changed first.');

  writeFileSync(
    join(ROOT, 'package.json'),
    `${JSON.stringify({ ...workspace, version }, null, 2)}\n`,
  );
  writeFileSync(join(ROOT, 'CHANGELOG.md'), changelog);
  writeFileSync(join(ROOT, 'CITATION.cff'), citation);
  writeMetadata(ROOT);
  // Without scripts: npm would build here, and again before the tests.
  npm('install', '--package-lock-only', '--ignore-scripts');
  execFileSync(process.execPath, [join(ROOT, 'scripts/lock-platforms.js')], { stdio: 'inherit' });
  npm('test');
  npm('run', 'test:long', '--', 'packages/cli/test/packages');
  rmSync(join(ROOT, 'release'), { recursive: true, force: true });
  mkdirSync(join(ROOT, 'release'));
  npm('pack', '--workspaces', '--pack-destination', 'release');
  const names = readdirSync(join(ROOT, 'release')).map((name) => `release/${name}`);
  console.log(
    [
      `Ready: ${names.length} packages of ${version} in release/. Look through git diff, then:`,
      `  git commit -am "Release ${version}" && git tag v${version} && git push --follow-tags`,
      '  npm publish --access public each of them, @cede/core first and cede last',
    ].join('\n'),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2);
  const version = words.find((word) => !word.startsWith('-'));
  try {
    if (!version) throw new Error('Which version? npm run release -- 0.2.0');
    release(version, words.includes('--dry-run'));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
