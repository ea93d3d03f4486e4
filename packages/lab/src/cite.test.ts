import { expect, it } from 'vitest';
import { citations } from './cite.js';
import { listPresets } from './preset/registry.js';

it('names the method, the images and the tool, in braces that close', () => {
  for (const preset of listPresets()) {
    const text = citations('1.2.3', preset);
    expect(text).toContain('Density-Ratio');
    expect(text).toContain('version = {1.2.3}');
    expect(text.match(/^@/gm)!.length).toBeGreaterThanOrEqual(3);
    let depth = 0;
    for (const letter of text) {
      depth += letter === '{' ? 1 : letter === '}' ? -1 : 0;
      expect(depth).toBeGreaterThanOrEqual(0);
    }
    expect(depth).toBe(0);
  }
});

it('cites the source of MedMNIST pictures, and no pictures where no run is named', () => {
  const derma = listPresets().find(({ dataset }) => dataset === 'dermamnist')!;
  expect(citations('1', derma)).toContain('HAM10000');
  expect(citations('1')).not.toContain('MNIST');
});
