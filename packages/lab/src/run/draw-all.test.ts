import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { runFolders } from './draw-all.js';

it('runs are drawn in the order of the paper, then of the presets, then by name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cede-runs-'));
  const asked = [
    'cifar100-clean-14-56',
    'cifar100-clean-8-32',
    'pathmnist-clean-8-14',
    'cifar100-label-noise10-14-56',
    'dermamnist-specialist20-8-8',
    'digits-clean',
    'digits-label-noise',
    'a-preset-of-mine',
  ];
  try {
    for (const name of asked.toReversed()) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'table.md'), '');
    }
    mkdirSync(join(folder, 'not-a-run'));
    expect((await runFolders(folder)).map((path) => basename(path))).toEqual(asked);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
