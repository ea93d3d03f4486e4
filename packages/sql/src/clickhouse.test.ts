import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agreement } from '../test/agreement.js';
import { clickhouse, hasClickhouse } from '../test/clickhouse.js';
import { everyShape, policyOf } from '../test/policies.js';
import { policyToSql } from './index.js';

describe.skipIf(!hasClickhouse)('ClickHouse (where chdb is installed)', () => {
  let engine: ReturnType<typeof clickhouse>;
  beforeAll(() => {
    engine = clickhouse();
  });
  afterAll(() => engine?.close());

  it('decides as core does, for every kind of scorer', () => {
    for (const [k, shape] of everyShape().entries()) {
      if (k % 4 !== 0) continue; // DuckDB has them all
      const { policy, cases } = policyOf(shape, 160, k);
      const sql = policyToSql(policy, { dialect: 'clickhouse', table: 'predictions' });
      const found = agreement(policy, cases, engine.decide(sql, cases, 'predictions'));
      expect(found.worst, JSON.stringify(shape)).toBeLessThanOrEqual(1);
      expect(found.wrong, JSON.stringify(shape)).toBe(0);
      expect(found.deferred).toBeGreaterThan(40);
    }
  }, 120_000);

  it('rows that cede would refuse have no decision', () => {
    const shape = {
      kind: 'paper',
      classes: 3,
      columns: 1,
      hidden: [4],
      networks: 1,
      head: 'identity',
      combine: 'network',
    } as const;
    const { policy, cases } = policyOf(shape, 4);
    const sql = policyToSql(policy, { dialect: 'clickhouse', table: 'predictions' });
    const odd = [Number.NaN, -0.2, 3].map((p) => ({ ...cases[0], probabilities: [0.5, p, 0.5] }));
    const rows = [...odd, { ...cases[0], columns: [Number.NaN] }, cases[0]];
    const decided = engine.decide(sql, rows, 'predictions');
    const isRefused = decided.map(({ score, defer }) => [score, defer].includes(null));
    expect(isRefused).toEqual([true, true, true, true, false]);
  });
});
