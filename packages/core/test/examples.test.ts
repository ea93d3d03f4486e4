import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../../examples/', import.meta.url));

/** What each example must show, besides ending well. */
const SHOWS: Record<string, RegExp> = {
  'from-arrays.js': /hand over 20 %: \d\d\.\d % right[\s\S]*route: '(model|expert)'/,
  'two-llms.js': /sure: model\nunsure: large model/,
};

describe('every example runs', () => {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    it(name, () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [folder + name], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      expect(status).toBe(0);
      expect(stdout).toMatch(SHOWS[name]);
    });
  }
});
