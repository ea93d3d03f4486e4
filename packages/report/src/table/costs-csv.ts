import { escapeCsv } from '../escape.js';
import type { ReportData } from '../report-data.js';
import { validateReportData } from '../validate.js';
import { plain } from './curves-csv.js';

/** Every cost curve, one line a method and rate; costs are means per case. */
export function costsCsv(data: ReportData): string {
  validateReportData(data);
  const { methods, random, oracle } = data.costs!.curves!;
  const all = [...methods, { name: 'random', ...random }, { name: 'oracle', ...oracle }];
  const lines = ['method,rate,cases,cost,lower,upper,spent_on_answers'];
  for (const method of all) {
    const { lower, upper } = 'lower' in method ? method : { lower: undefined, upper: undefined };
    const lists = [data.cases, method.values, lower, upper, method.spent];
    data.grid.forEach((rate, k) => {
      const cells = lists.map((list) => (list ? plain(list[k]) : ''));
      lines.push([escapeCsv(method.name), plain(rate), ...cells].join(','));
    });
  }
  return `${lines.join('\n')}\n`;
}
