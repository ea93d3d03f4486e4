import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillIntegrity, withoutIntegrity } from '../../../../scripts/lock-integrity.js';
import { follows, releasedChangelog, releasedCitation } from '../../../../scripts/release.js';
import { ROOT } from './pack.js';

const page = (name: string) => readFileSync(join(ROOT, name), 'utf8');

describe('a release', () => {
  const text = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 — 2026-01-01\n\n- First.\n';

  it('puts what is unreleased under its version and date', () => {
    expect(releasedChangelog(text, '0.2.0', '2026-02-03')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 — 2026-02-03\n\n- New.\n\n## 0.1.0 — 2026-01-01\n\n- First.\n',
    );
  });

  it('is refused where nothing is new or the version is there already', () => {
    expect(() => releasedChangelog(text, '0.1.0', '2026-02-03')).toThrow('has 0.1.0 already');
    const released = releasedChangelog(text, '0.2.0', '2026-02-03');
    expect(() => releasedChangelog(released, '0.3.0', '2026-02-04')).toThrow('nothing under');
  });

  it('goes forward only', () => {
    expect(follows('0.2.0', '0.1.9')).toBe(true);
    expect(follows('0.1.10', '0.1.9')).toBe(true);
    expect(follows('0.1.9', '0.1.10')).toBe(false);
    expect(follows('1.0.0', '1.0.0')).toBe(false);
    expect(() => follows('1.0', '0.9.0')).toThrow('"1.0" is not a version');
  });

  it('finds its lines in CITATION.cff, which names the paper too', () => {
    const citation = releasedCitation(page('CITATION.cff'), '9.8.7', '2030-01-02');
    expect(citation).toMatch(/^version: 9\.8\.7$/m);
    expect(citation).toMatch(/^date-released: 2030-01-02$/m);
    expect(citation).toContain('Density-Ratio Losses for Post-Hoc Learning to Defer');
  });
});

describe('hashes that package-lock.json lacks', () => {
  it('are as many as SECURITY.md and CONTRIBUTING.md say', () => {
    const lacking = withoutIntegrity(JSON.parse(page('package-lock.json'))).length;
    if (lacking === 0) return; // filled in: the sentence can go
    for (const name of ['SECURITY.md', 'CONTRIBUTING.md'])
      expect(page(name), name).toContain(`${lacking} packages of platforms`);
  });

  it('are filled in where the registry knows them, and named where it does not', async () => {
    const known = `sha512-${'a'.repeat(86)}==`;
    const lock = {
      packages: {
        '': { version: '1.0.0' },
        'node_modules/@cede/core': { link: true },
        'node_modules/a': { version: '1.0.0', integrity: known },
        'node_modules/@x/b': { version: '2.0.0' },
        'node_modules/a/node_modules/c': { version: '3.0.0' },
      },
    };
    const asked: string[] = [];
    const unknown = await fillIntegrity(lock, async (name, version) => {
      asked.push(`${name}@${version}`);
      return name === 'c' ? undefined : known;
    });
    expect(asked).toEqual(['@x/b@2.0.0', 'c@3.0.0']);
    expect(unknown).toEqual(['c@3.0.0']);
    expect(lock.packages['node_modules/@x/b']).toEqual({ version: '2.0.0', integrity: known });
  });
});

it('the workflow runs the commands of the README', () => {
  const workflow = page('.github/workflows/test.yml');
  for (const command of ['npm ci && npx cede demo', 'npm ci && npm test']) {
    expect(page('README.md')).toContain(command);
    expect(workflow).toContain(`run: ${command}\n`);
  }
});
