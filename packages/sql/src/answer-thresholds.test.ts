import { fitPolicy, MODEL_ANSWER, withThreshold } from '@cede/core';
import { expect, it } from 'vitest';
import { world } from '../../cli/test/worlds.js';
import { policyToSql } from './policy-to-sql.js';

it("thresholds of the model's own answers are refused, not taken for those of a column", () => {
  const policy = fitPolicy(world({ rows: 100 }), { method: 'conf', rate: 0.2 });
  const names = policy.classes;
  const groups = {
    column: MODEL_ANSWER,
    names,
    values: names.map(() => 0.5),
    of: 'answer' as const,
  };
  const own = withThreshold(policy, 0.5, { by: 'certificate', certificate: 0 }, groups);
  const options = { dialect: 'duckdb', table: 'cases' } as const;
  expect(policyToSql(policy, options)).toContain('cede_threshold');
  expect(() => policyToSql(own, options)).toThrow(/a threshold for each of the model's answers/);
});
