import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError, stream } from '@cede/core';
import { readTableFrom, type TableOptions } from '@cede/data';
import { readTable } from '@cede/data/node';
import { afterAll, describe, expect, it } from 'vitest';

const files = join(import.meta.dirname, 'files');
const names = readdirSync(files).filter((name) => !name.endsWith('.json'));
const folder = mkdtempSync(join(tmpdir(), 'cede-mutations-'));
afterAll(() => rmSync(folder, { recursive: true }));

// Whatever happens to a file's bytes, reading it ends in a table or in one sentence.
describe.each(names)('%s, damaged at random', (name) => {
  it('gives a table or a sentence', async () => {
    const sound = new Uint8Array(readFileSync(join(files, name)));
    const { options } = JSON.parse(readFileSync(join(files, `${name}.expected.json`), 'utf8')) as {
      options: TableOptions;
    };
    const random = stream(1, name);
    for (let round = 0; round < 40; round++) {
      let bytes = sound.slice();
      for (let change = 0; change <= random.below(3); change++)
        bytes[random.below(bytes.length)] = random.below(256);
      if (round % 4 === 0) bytes = bytes.subarray(0, random.below(bytes.length));
      const path = join(folder, name);
      writeFileSync(path, bytes);
      const outcomes = [readTable(path, options), readTableFrom(bytes, name, options)];
      for (const outcome of await Promise.allSettled(outcomes)) {
        if (outcome.status === 'fulfilled') expect(outcome.value.rows).toBeGreaterThan(0);
        else {
          expect(outcome.reason, `round ${round}: ${outcome.reason?.stack}`).toBeInstanceOf(
            InputError,
          );
          expect(outcome.reason.message).not.toContain('\n');
        }
      }
    }
  });
});
