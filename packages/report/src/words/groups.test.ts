import type { GroupReport } from '@cede/study';
import { expect, it } from 'vitest';
import { groupNotes } from './groups.js';

it('groups that are alike differ by 0 points, with no digit that their rows do not carry', () => {
  const report = {
    ...{ column: 'clinic', groups: [{ rows: 5000 }, { rows: 90 }], confidence: 0.95 },
    gaps: { rate: 0.038, model: 0.0003, value: 0 },
  } as unknown as GroupReport;
  expect(groupNotes(report, true)[0]).toBe(
    'Between groups, rates differ by up to 4 points, results without handing over by 0 points, with it by 0 points.',
  );
  const large = { ...report, groups: [{ rows: 5000 }, { rows: 9000 }] } as unknown as GroupReport;
  expect(groupNotes(large, true)[0]).toContain(
    'by up to 3.8 points, results without handing over by 0.0',
  );
});
