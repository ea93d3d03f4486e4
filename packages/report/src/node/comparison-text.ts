import { autoChoiceSentence } from '@cede/core';
import type { Comparison } from '@cede/study';
import { answeredSentence, choiceSentence, rateSentence } from '../headline/chosen.js';
import { aheadSentence, claimOf } from '../headline/claim.js';
import { displayName } from '../method-names.js';
import type { ReportData } from '../report-data.js';
import { measuresNote } from '../table/rows.js';
import { usedText } from '../words/comparison-facts.js';
import { expertsText } from '../words/experts.js';
import { ink, type TerminalOptions, tame } from './ansi.js';
import { terminalCosts } from './terminal-costs.js';
import { terminalCurve } from './terminal-curve.js';
import { terminalTable } from './terminal-table.js';

/**
 * A comparison for a person at a terminal, the answer first: the claim, what carries it, the picture
 * and the table, then how we know. The verdict on the fitting rows stays in the report: it would be a
 * second number for the same question. `remarks` are sentences about what was asked for.
 */
export function comparisonText(
  report: ReportData,
  comparison: Comparison,
  terminal: TerminalOptions,
  remarks: readonly string[],
): string {
  const { colour = false } = terminal;
  const { claim, evidence } = claimOf(report);
  const present = (sentences: readonly (string | null | undefined)[]) =>
    sentences.filter((sentence) => sentence !== undefined && sentence !== null).map(tame);
  return [
    ...report.warnings.map((message) => `${ink('warning', 'yellow', colour)}: ${tame(message)}`),
    ...(report.warnings.length > 0 ? [''] : []),
    ink(tame(claim), 'bold', colour),
    ...present([
      evidence,
      report.costs?.accuracyNote,
      report.costs?.summary,
      report.costs?.ahead,
      aheadSentence(report),
      report.finding.advice,
    ]),
    '',
    // All end with a line break: a blank line follows each.
    terminalCurve(report, terminal),
    ...[terminalCosts(report, terminal)].filter((text) => text !== null),
    terminalTable(report, terminal),
    ...expertsText(report),
    ink('How we know', 'bold', colour),
    ...present([
      answeredSentence(report),
      choiceSentence(report, comparison.choice === undefined),
      rateSentence(report),
      comparison.choice && autoChoiceSentence(comparison.choice, displayName),
      ...remarks,
      report.rejection && measuresNote(report),
      usedText(comparison, report.expert.name),
    ]),
  ].join('\n');
}
