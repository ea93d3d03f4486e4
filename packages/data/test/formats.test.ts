import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Expert, Table } from '@cede/core';
import { takeRows } from '@cede/core';
import { tableHash as plainHash, readTableFrom } from '@cede/data';
import { readTable, tableHash, writeTable } from '@cede/data/node';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'cede-formats-'));
afterAll(() => rmSync(folder, { recursive: true }));

const probability = (width: number) =>
  fc
    .array(fc.integer({ min: 0, max: 1000 }), { minLength: width, maxLength: width })
    .map((parts) => {
      const total = parts.reduce((sum, part) => sum + part, 0);
      return total === 0 ? parts.map((_, k) => Number(k === 0)) : parts.map((part) => part / total);
    });
const float = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 });
const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((text) => {
  const missing = ['na', 'n/a', 'nan', 'null', 'none'].includes(text.toLowerCase());
  return (
    text.trim() === text &&
    !missing &&
    !/[\0\ufeff\ufffd\p{C}]/u.test(text) &&
    !/^[+-]?\d/.test(text)
  );
});

/** Names in the order in which they appear; `True` and `true` are one level. */
function category(name: string, words: readonly (string | undefined)[]) {
  const written = words.map((text) => (/^(true|false)$/i.test(text ?? '') ? 'true' : text));
  const levels = [...new Set(written.filter((text) => text !== undefined))];
  const values = written.map((text) => (text === undefined ? Number.NaN : levels.indexOf(text)));
  return { name, levels, values: Float32Array.from(values) };
}

/** Any table this project can hold, as a reader would have made it. */
const anyTable: fc.Arbitrary<Table> = fc
  .record({
    rows: fc.integer({ min: 1, max: 12 }),
    classes: fc.oneof(
      fc.integer({ min: 2, max: 12 }).map((n) => Array.from({ length: n }, (_, k) => String(k))),
      // DuckDB's names don't tell upper from lower case.
      fc.uniqueArray(word, { minLength: 3, maxLength: 5, selector: (name) => name.toLowerCase() }),
      fc.constant(['*', '?', 'p_']),
      fc.constant(['label', 'cost', '_']),
    ),
    kinds: fc.array(fc.constantFrom('probabilities', 'labels', 'votes'), {
      minLength: 1,
      maxLength: 3,
    }),
    extras: fc.boolean(),
  })
  .chain(({ rows, classes, kinds, extras }) => {
    const width = classes.length;
    const many = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: rows, maxLength: rows });
    const expert = (kind: string, position: number): fc.Arbitrary<Expert> => {
      const name = kinds.length === 1 ? 'expert' : `expert${position + 1}`;
      if (kind === 'labels') {
        return many(fc.integer({ min: -1, max: width - 1 })).map((labels) => ({
          name,
          kind,
          labels: Int32Array.from(labels),
        }));
      }
      if (kind === 'votes') {
        return many(
          fc.array(fc.integer({ min: 1, max: 9 }), { minLength: width, maxLength: width }),
        ).map((votes) => ({
          name,
          kind,
          votes: Float32Array.from(votes.flat()),
        }));
      }
      return many(probability(width)).map((rows) => ({
        name,
        kind: 'probabilities',
        probabilities: Float32Array.from(rows.flat()),
      }));
    };
    return fc
      .record({
        label: many(fc.integer({ min: 0, max: width - 1 })),
        model: many(probability(width)),
        experts: fc.tuple(...kinds.map(expert)),
        id: many(fc.uuid()),
        feature: many(float),
        crp: many(fc.option(float, { nil: Number.NaN })),
        ward: many(fc.option(word, { nil: undefined })),
        time: many(fc.integer({ min: 0, max: 2e12 })),
        group: many(fc.constantFrom('red', 'a,b', 'say "x"')),
      })
      .map(({ label, model, experts, id, feature, crp, ward, time, group }) => {
        const names = [...new Set(group)];
        const more = {
          id,
          group: { names, index: Int32Array.from(group, (name) => names.indexOf(name)) },
          time: Float64Array.from(time),
          weight: Float32Array.from(feature, Math.abs),
          modelCost: Float32Array.from(feature, Math.abs),
        };
        return {
          rows,
          classes,
          label: Int32Array.from(label),
          model: Float32Array.from(model.flat()),
          experts,
          columns: extras
            ? [
                { name: 'f_a', values: Float32Array.from(feature) },
                { name: 'f_crp', values: Float32Array.from(crp) },
                category('f_ward', ward),
              ]
            : [],
          ...(extras ? more : {}),
        };
      });
  });

// The contract of every format: a table written and read again has the same hash, by both doors.
describe.each(['csv', 'jsonl', 'parquet', 'npz'])('%s', (format) => {
  it('gives back what was written, by both doors', async () => {
    const path = join(folder, `table.${format}`);
    await fc.assert(
      fc.asyncProperty(anyTable, async (table) => {
        await writeTable(path, table);
        const declared = table.columns.length > 0 ? { categories: 'f_ward' } : {};
        const options = { classes: table.classes, ...declared };
        const hash = plainHash(table);
        expect(tableHash(await readTable(path, options))).toBe(hash);
        expect(
          plainHash(await readTableFrom(new Uint8Array(readFileSync(path)), path, options)),
        ).toBe(hash);
      }),
      { numRuns: format === 'parquet' ? 30 : 60 },
    );
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('a large CSV', () => {
  it('is read by the fast reader as by the plain one, and falls back where it must', async () => {
    const [one] = fc.sample(anyTable, { numRuns: 1, seed: 5 });
    const rows = Array.from({ length: 6000 }, (_, row) => row % one!.rows);
    const table = takeRows(one!, rows);
    const path = join(folder, 'large.csv');
    await writeTable(path, table);
    const bytes = new Uint8Array(readFileSync(path));
    expect(bytes.length).toBeGreaterThan(262_144);
    const declared = table.columns.length > 0 ? { categories: 'f_ward' } : {};
    const hash = tableHash(await readTable(path, declared));
    expect(hash).toBe(tableHash(await readTableFrom(bytes, path, declared)));
    expect(hash).toBe(tableHash(table));
  });
});
