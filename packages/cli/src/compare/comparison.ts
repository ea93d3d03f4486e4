import type { ReportData } from '@cede/report';
import type { Results } from './results.js';

/** What one comparison found: as `results.json` tells it, and as the report draws it. */
export interface Comparison {
  readonly results: Results;
  readonly report: ReportData;
}
