import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, describe, expect, it } from 'vitest';
import { withSharedFields } from '../../../../scripts/metadata.js';
import { packAll, ROOMS, ROOT, readJson } from './pack.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-packed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const packed = new Map(packAll(folder).map((each) => [each.name, each]));

it('every room is packed', () => {
  expect(packed.size).toBe(ROOMS.length);
});

describe.each(ROOMS)('packages/%s', (room) => {
  const home = join(ROOT, 'packages', room);
  const content = readJson(home, 'package.json');
  const { filename, files } = packed.get(content.name)!;
  const tarball = () => readFileSync(join(folder, filename));

  it('says who it is as the workspace does (else: node scripts/metadata.js)', () => {
    expect(content).toEqual(withSharedFields(room, content, readJson(ROOT, 'package.json')));
    expect(content.description.length).toBeGreaterThan(20);
    expect(content.keywords.length).toBeGreaterThan(2);
    expect(readFileSync(join(home, 'LICENSE'), 'utf8')).toBe(
      readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
    );
  });

  it('holds what runs, its types, README and LICENSE, and nothing else', () => {
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'lib/index.js']));
    const strange = paths.filter(
      (path) =>
        !/^(lib\/.*\.js|lib\/(decide|score)\.cjs|lib\/score\.cjs\.v8|lib\/edge-decider\.txt|dist\/.*\.d\.ts|bin\/((cede|compiled)\.js|package\.json)|(data|fonts)\/.*|README\.md|LICENSE|package\.json)$/.test(
          path,
        ),
    );
    expect(strange).toEqual([]);
    const mapped = paths.filter(
      (path) =>
        /\.(js|ts)$/.test(path) &&
        readFileSync(join(home, path), 'utf8').includes('sourceMappingURL='),
    );
    expect(mapped, 'names a source map that is not there').toEqual([]);
  });

  it('imports only what it declares', () => {
    // lib/score.cjs holds the room of data, with what that one imports.
    const held = room === 'cli' ? readJson(ROOT, 'packages/data/package.json').dependencies : {};
    const declared = { ...content.dependencies, ...content.peerDependencies, ...held };
    const imported = files
      .filter(({ path }) => path.startsWith('lib/'))
      .flatMap(({ path }) => {
        const code = readFileSync(join(home, path), 'utf8');
        const names = code.matchAll(
          /(?:^(?:import|export)\b[^;'"]*?from\s*|\bimport\(\s*|^import\s*|\bload\(\s*)['"]([^.'"][^'"]*)['"]/gm,
        );
        return [...names].map(([, name]) => name.match(/^(?:@[^/]+\/)?[^/]+/)![0]);
      });
    const undeclared = new Set(
      imported.filter((name) => !name.startsWith('node:') && !(name in declared)),
    );
    expect([...undeclared]).toEqual([]);
  });

  it('is accepted by publint', async () => {
    const { messages } = await publint({
      level: 'suggestion',
      pack: { tarball: new Uint8Array(tarball()).buffer },
    });
    expect(messages.map((message) => formatMessage(message, content))).toEqual([]);
  });

  it('has types that every import of a module finds', async () => {
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball())));
    if (!result.types) throw new Error('has no types');
    // Packages of modules alone: `require` and the resolution of Node 10 are not for them.
    const problems = result.problems.filter(
      (problem) =>
        problem.kind !== 'CJSResolvesToESM' &&
        !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    );
    expect(problems).toEqual([]);
  });
});
