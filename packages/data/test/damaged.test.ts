import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '@cede/core';
import { checkTable, refuseErrors } from '@cede/data';
import { readTable } from '@cede/data/node';
import { describe, expect, it } from 'vitest';
import { damaged } from './damaged.js';

describe('damaged inputs', () => {
  it('are at least forty', () => {
    expect(damaged.length).toBeGreaterThanOrEqual(40);
    expect(new Set(damaged.map(({ name }) => name)).size).toBe(damaged.length);
  });

  it.each(damaged)('$name', async ({ make, options, message }) => {
    const folder = mkdtempSync(join(tmpdir(), 'cede-damaged-'));
    try {
      const path = make(folder);
      const outcome = await readTable(path, options)
        .then((table) => refuseErrors(checkTable(table)))
        .catch((error: unknown) => error);
      expect(outcome).toBeInstanceOf(InputError);
      const said = (outcome as InputError).message;
      expect(said).toMatch(message);
      expect(said).not.toContain('\n');
      expect(said.length).toBeLessThan(600);
      expect(said).toMatch(/^(table |Expert ")/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
