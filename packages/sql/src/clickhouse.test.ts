import { afterAll, beforeAll, describe, it } from 'vitest';
import { clickhouse, hasClickhouse } from '../test/clickhouse.js';
import {
  type DecideIn,
  expectCoreDecisions,
  expectNoDecisionOnOddRows,
} from '../test/engine-checks.js';

describe.skipIf(!hasClickhouse)('ClickHouse (where chdb is installed)', () => {
  let engine: ReturnType<typeof clickhouse>;
  beforeAll(() => {
    engine = clickhouse();
  });
  afterAll(() => engine?.close());
  const decideIn: DecideIn = (sql, cases) => engine.decide(sql, cases, 'predictions');

  it('decides as core does, for every kind of scorer', () => {
    expectCoreDecisions('clickhouse', decideIn);
  }, 120_000);

  it('rows that cede would refuse have no decision', () => {
    expectNoDecisionOnOddRows('clickhouse', decideIn);
  });
});
