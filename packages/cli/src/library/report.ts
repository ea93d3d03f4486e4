import { mkdir } from 'node:fs/promises';
import { toReport as draw, type Presentation, type ReportData, toResults } from '@cede/report';
import type { Comparison } from '@cede/study';
import { VERSION } from '../version.js';

/** A comparison as its report draws it; what the report says of itself has defaults. */
export const toReport = (
  comparison: Comparison,
  presentation: Partial<Presentation> = {},
): ReportData =>
  draw(comparison, {
    title: `${comparison.fit.name} → ${comparison.test.name}`,
    command: 'compare(…)',
    version: VERSION,
    chosenHow: 'before the test table was seen',
    facts: [],
    warnings: [],
    ...presentation,
  });

/** Writes results.json, report.html, tables, curves and figures to a folder, which is made if missing. */
export async function writeReport(
  folder: string,
  comparison: Comparison,
  presentation: Partial<Presentation> = {},
): Promise<void> {
  // Figures as PNG need a renderer that nothing else does.
  const { writeOutputs } = await import('../compare/outputs.js');
  await mkdir(folder, { recursive: true });
  const report = toReport(comparison, presentation);
  await writeOutputs(folder, toResults(comparison), report, comparison.policy);
}
