import { count, fixed } from '@cede/core';
import {
  answeredSentence,
  choiceSentence,
  deployedSentence,
  rateSentence,
} from '../headline/chosen.js';
import { tableDecimals, withUnit } from '../number.js';
import type { ReportData } from '../report-data.js';
import { modelName } from '../vocabulary.js';
import { html, paragraph } from './markup.js';

/** What stands behind the claim, folded: who chose what, the verdict before the test, and warnings. */
export function howSection(data: ReportData): string {
  const { leaks = [], remarks = [] } = data;
  // A paragraph for each question: what was measured, who chose, what the deployed threshold does.
  const paragraphs = [
    [situation(data), answeredSentence(data)],
    [choiceSentence(data), rateSentence(data)],
    [deployedSentence(data)],
  ].map((sentences) => sentences.filter((sentence) => sentence !== null).join(' '));
  return [
    '<details class="how"><summary>How we know</summary>',
    ...paragraphs.filter(Boolean).map((text) => paragraph(text)),
    ...remarks.map((remark) => paragraph(remark)),
    data.verdict ? paragraph(data.verdict, 'verdict') : '',
    warningList(data.warnings.filter((sentence) => !leaks.includes(sentence))),
    '</details>',
  ]
    .filter(Boolean)
    .join('\n');
}

function situation(data: ReportData): string {
  const { finding, target, test, expert } = data;
  const decimals = Math.max(tableDecimals(data) - 1, 0);
  const show = (value: number) => withUnit(fixed(value, decimals), target.unit);
  const model = modelName(data);
  const name = model.charAt(0).toUpperCase() + model.slice(1);
  if (data.rejection)
    return `${name} answers a case or turns it away; nobody else is asked. Where it answers all of the ${count(test.rows)} test cases, the ${target.name} is ${show(finding.modelValue)}.`;
  const answered = test.unanswered ? ` that ${expert.name} answered` : '';
  return `${name} answers every case; some cases can go to ${expert.name} instead. Everything here was measured on ${count(test.rows)} test cases${answered}, which played no part in any choice.`;
}

/** Those that say that tested rows were fitted come before everything. */
export function warningList(sentences: readonly string[]): string {
  if (sentences.length === 0) return '';
  const items = sentences.map((sentence) => `<li>${html(sentence)}</li>`);
  return `<aside class="warning"><strong>Before you rely on these numbers</strong><ul>${items.join('\n')}</ul></aside>`;
}
