import { count, fixed } from '@cede/core';
import { percent } from '../number.js';
import type { ClassRow, ReportData } from '../report-data.js';
import { modelName, withoutArticle } from '../vocabulary.js';
import { type Column, paragraph, scroll, section, table } from './markup.js';
import { follows, pinned } from './pinned.js';

/** More classes than this scroll inside their own frame. */
const LONG = 20;

/** Who is right where: an average hides what happens to a rare class. */
export function classSection(data: ReportData): string {
  if (data.perClass.length === 0) return '';
  const { expert } = data;
  const recall = (value: number, row: ClassRow) => (row.rows === 0 ? '–' : fixed(value, 1));
  const first = [
    { head: 'true class', cell: (row: ClassRow) => row.name },
    { head: 'cases', cell: (row: ClassRow) => count(row.rows) },
  ];
  if (data.rejection)
    return classFrame(
      data,
      `How often ${modelName(data)} is right in each class: over all its cases, and over those it answers.`,
      [
        ...first,
        {
          head: 'answered',
          cell: (row: ClassRow) => (row.rows === 0 ? '–' : percent(1 - row.deferred)),
          id: cellId(data, 'share'),
        },
        { head: 'of all, % right', cell: (row: ClassRow) => recall(row.modelRecall, row) },
        {
          head: 'of those answered, % right',
          cell: (row: ClassRow) => (row.deferred >= 1 ? '–' : recall(row.keptRecall, row)),
          id: cellId(data, 'right'),
        },
      ],
    );
  const columns = [
    ...first,
    { head: `only ${modelName(data)} right`, cell: (row: ClassRow) => count(row.onlyModelRight) },
    { head: `only ${expert.name} right`, cell: (row: ClassRow) => count(row.onlyExpertRight) },
    { head: 'both right', cell: (row: ClassRow) => count(row.bothRight) },
    { head: 'both wrong', cell: (row: ClassRow) => count(row.bothWrong) },
    {
      head: 'handed over',
      cell: (row: ClassRow) => (row.rows === 0 ? '–' : percent(row.deferred)),
      id: cellId(data, 'share'),
    },
    {
      head: `${withoutArticle(modelName(data))}, % right`,
      cell: (row: ClassRow) => recall(row.modelRecall, row),
    },
    {
      head: `${withoutArticle(expert.name)}, % right`,
      cell: (row: ClassRow) => recall(row.expertRecall, row),
    },
    {
      head: 'together, % right',
      cell: (row: ClassRow) => recall(row.systemRecall, row),
      id: cellId(data, 'right'),
    },
  ];
  return classFrame(
    data,
    `How often ${modelName(data)}, ${expert.name} and the two together find each class. An average hides rare classes.`,
    columns,
  );
}

/** `class-3-right`: the script counts classes in the order of the table. */
const cellId = (data: ReportData, part: string) =>
  follows(data, 'classes')
    ? (row: ClassRow) => `class-${data.perClass.indexOf(row)}-${part}`
    : undefined;

function classFrame(data: ReportData, lead: string, columns: readonly Column<ClassRow>[]): string {
  const { perClass } = data;
  return section(
    'Class by class',
    paragraph(lead),
    pinned(data, 'classes'),
    scroll('Class by class', table(columns, perClass), perClass.length > LONG),
  );
}
