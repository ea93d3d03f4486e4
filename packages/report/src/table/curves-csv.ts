import { escapeCsv } from '../escape.js';
import { withFindingStop } from '../finding-stop.js';
import type { ReportData } from '../report-data.js';
import { validateReportData } from '../validate.js';

/** Every curve at every stop of the report's dial, for whoever draws their own picture. */
export function curvesCsv(data: ReportData): string {
  validateReportData(data);
  const { cases, grid, methods, random, oracle } = withFindingStop(data);
  const lines = ['method,rate,cases,value,lower,upper,errors_avoided,errors_caused'];
  const all = [...methods, { name: 'random', ...random }, { name: 'oracle', ...oracle }];
  for (const method of all) {
    const { lower, upper } = 'lower' in method ? method : { lower: undefined, upper: undefined };
    const lists = [cases, method.values, lower, upper, method.avoided, method.caused];
    grid.forEach((rate, k) => {
      const cells = lists.map((list) => (list ? plain(list[k]) : ''));
      lines.push([escapeCsv(method.name), plain(rate), ...cells].join(','));
    });
  }
  return `${lines.join('\n')}\n`;
}

/** Eight digits: more than any of these numbers means, and free of the last bit's noise. */
export const plain = (value: number) => String(Number(value.toPrecision(8)));
