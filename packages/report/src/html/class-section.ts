import { count, fixed, percent } from '../number.js';
import type { ClassRow, ReportData } from '../report-data.js';
import { paragraph, section, table } from './markup.js';

/** More classes than this scroll inside their own frame. */
const LONG = 20;

/** Who is right where: an average hides what happens to a rare class. */
export function classSection(data: ReportData): string {
  if (data.perClass.length === 0) return '';
  const { finding, expert } = data;
  const recall = (value: number, row: ClassRow) => (row.rows === 0 ? '–' : fixed(value, 1));
  const columns = [
    { head: 'true class', cell: (row: ClassRow) => row.name },
    { head: 'cases', cell: (row: ClassRow) => count(row.rows) },
    { head: 'only the model right', cell: (row: ClassRow) => count(row.onlyModelRight) },
    { head: 'only the expert right', cell: (row: ClassRow) => count(row.onlyExpertRight) },
    { head: 'both right', cell: (row: ClassRow) => count(row.bothRight) },
    { head: 'both wrong', cell: (row: ClassRow) => count(row.bothWrong) },
    {
      head: 'handed over',
      cell: (row: ClassRow) => (row.rows === 0 ? '–' : percent(row.deferred)),
    },
    { head: 'model, % right', cell: (row: ClassRow) => recall(row.modelRecall, row) },
    { head: 'expert, % right', cell: (row: ClassRow) => recall(row.expertRecall, row) },
    { head: 'together, % right', cell: (row: ClassRow) => recall(row.systemRecall, row) },
  ];
  const frame = data.perClass.length > LONG ? 'scroll tall' : 'scroll';
  return section(
    'Class by class',
    paragraph(
      `At ${percent(finding.rate)} handed over by ${finding.method}: how often the model, ${expert.name} and the two together find each class. Rare classes weigh little in the overall figure; look at them here.`,
    ),
    `<div class="${frame}" tabindex="0" role="region" aria-label="Class by class">${table(columns, data.perClass)}</div>`,
  );
}
