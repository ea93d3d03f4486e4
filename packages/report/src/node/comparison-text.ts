import { autoChoiceSentence } from '@cede/core';
import type { Comparison } from '@cede/study';
import { answeredSentence, choiceSentence, headlineText, rateSentence } from '../headline.js';
import type { ReportData } from '../report-data.js';
import { measuresNote } from '../table/rows.js';
import { usedText } from '../words/comparison-facts.js';
import { expertsText } from '../words/experts.js';
import type { TerminalOptions } from './ansi.js';
import { terminalCurve } from './terminal-curve.js';
import { terminalTable } from './terminal-table.js';

/** A comparison for a person at a terminal; `remarks` are sentences about what was asked for. */
export function comparisonText(
  report: ReportData,
  comparison: Comparison,
  terminal: TerminalOptions,
  remarks: readonly string[],
): string {
  const { verdict, choice } = comparison;
  return [
    ...report.warnings.map((message) => `warning: ${message}`),
    ...(verdict ? [verdict.sentence, ''] : []),
    // Both end with a line break: a blank line follows each.
    terminalTable(report, terminal),
    terminalCurve(report, terminal),
    headlineText(report),
    ...(report.costs?.summary ? [report.costs.summary] : []),
    ...[answeredSentence(report)].filter((sentence) => sentence !== null),
    choiceSentence(report),
    ...[rateSentence(report)].filter((sentence) => sentence !== null),
    ...(choice ? [autoChoiceSentence(choice)] : []),
    ...remarks,
    ...expertsText(report),
    ...(report.rejection ? [measuresNote(report)] : []),
    usedText(comparison),
  ].join('\n');
}
