import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bundleCore } from './bundle.js';

const home = fileURLToPath(new URL('..', import.meta.url));

describe('the package @cede/core', () => {
  it('has no dependencies', () => {
    const { dependencies, peerDependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(home, 'package.json'), 'utf8'),
    );
    expect([dependencies, peerDependencies, optionalDependencies]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  // Everything at once; a page that only decides takes what it imports and drops the statistics.
  it('is under 304 kB minified, its WebAssembly included', async () => {
    const bundle = await bundleCore();
    expect(Buffer.byteLength(bundle)).toBeLessThan(304_000);
    expect(bundle).toContain('AGFzbQ'); // the first bytes of a WebAssembly module, in base64
  });

  it('packs, installs and runs in an empty project (needs a build)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cede-core-'));
    const npm = (cwd: string, ...args: string[]) =>
      execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    try {
      const [{ filename, files }] = JSON.parse(
        npm(home, 'pack', '--json', '--pack-destination', folder),
      );
      expect(files.map(({ path }: { path: string }) => path)).toContain('lib/index.js');
      expect(files.some(({ path }: { path: string }) => /\.test\.|tsbuildinfo/.test(path))).toBe(
        false,
      );
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      npm(folder, 'install', '--offline', '--no-audit', '--no-fund', join(folder, filename));
      writeFileSync(
        join(folder, 'main.js'),
        `import { decide, fitPolicy, parsePolicy, printPolicy, tableFromArrays } from '@cede/core';
         const label = Array.from({ length: 60 }, (_, i) => i % 3);
         const row = (truth, p) => [0, 1, 2].map((c) => (c === truth ? p : (1 - p) / 2));
         const table = tableFromArrays({
           label,
           model: label.map((y, i) => row(i % 4 ? y : (y + 1) % 3, 0.4 + (i % 5) / 10)),
           expert: label.map((y, i) => (i % 7 ? y : (y + 1) % 3)),
         });
         const policy = parsePolicy(printPolicy(fitPolicy(table, { rate: 0.3, epochs: 5 })));
         console.log(JSON.stringify(decide(policy, [0.5, 0.3, 0.2])));`,
      );
      const printed = execFileSync(process.execPath, ['main.js'], {
        cwd: folder,
        encoding: 'utf8',
      });
      const decision = JSON.parse(printed);
      expect(['model', 'expert']).toContain(decision.route);
      expect(Number.isFinite(decision.score)).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
