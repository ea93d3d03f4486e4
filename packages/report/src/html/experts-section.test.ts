import { describe, expect, it } from 'vitest';
import { exampleData } from '../../test/example.js';
import type { ExpertRow } from '../report-data.js';
import { renderReport } from './render-report.js';

const data = exampleData({ rows: 200, stops: 11 });
const row = (name: string, more: Partial<ExpertRow> = {}): ExpertRow => ({
  name,
  rows: 200,
  method: 'drcpe-gce',
  modelValue: 80,
  expertValue: 88.5,
  value: 84.25,
  gain: { estimate: 4.25, lower: -0.5, upper: 9 },
  ...more,
});

describe('several experts', () => {
  it('stand side by side with their gains, and link to their own reports', () => {
    const page = renderReport({
      ...data,
      experts: [row('ann'), row('<bob>', { rows: 1500, report: 'experts/bob/report.html' })],
    });
    const section = page.slice(page.indexOf('Whom to ask'), page.indexOf('Class by class'));
    expect(section).toContain('with 20\u00a0% of the cases handed to it');
    expect(section).toContain('<th scope="row">ann</th>');
    expect(section).toContain('<a href="experts/bob/report.html">&lt;bob&gt;</a>');
    expect(section).toContain('<td>1,500</td>');
    expect(section).toContain('<td>+4.25 (−0.50 to +9.00)</td>');
  });

  it('are left out where there is one', () => {
    expect(renderReport(data)).not.toContain('Whom to ask');
    expect(renderReport({ ...data, experts: [row('ann')] })).not.toContain('Whom to ask');
  });
});
