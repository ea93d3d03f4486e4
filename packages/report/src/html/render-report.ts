import { count, fixed } from '@cede/core';
import { scriptJson } from '../escape.js';
import { layoutCurves } from '../figure/curve-layout.js';
import { histogramSvg } from '../figure/histogram-svg.js';
import {
  answeredSentence,
  choiceSentence,
  deployedSentence,
  rateSentence,
} from '../headline/chosen.js';
import { headlineText } from '../headline/claim.js';
import { tableDecimals, withUnit } from '../number.js';
import type { ReportData } from '../report-data.js';
import { validateReportData } from '../validate.js';
import { vocabulary } from '../vocabulary.js';
import { classSection } from './class-section.js';
import { dialLines, dialSection } from './dial-section.js';
import { withFindingStop } from './dial-stops.js';
import { expertsSection } from './experts-section.js';
import { costSection, groupSection } from './extra-sections.js';
import { html, paragraph, section } from './markup.js';
import { methodSection } from './method-section.js';
import { provenanceSection } from './provenance-section.js';
import { resultSection } from './result-section.js';
import { SCRIPT } from './script.js';
import { STYLE } from './style.js';

/**
 * One file that needs nothing else: no network (its own policy forbids it), no fonts, no build.
 * From the answer to the details: claim, dial, table, classes, scores, how it was made.
 */
export function renderReport(data: ReportData): string {
  validateReportData(data);
  const dial = withFindingStop(data);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">`,
    `<title>${html(data.title)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    opening(data),
    dialSection(dial),
    resultSection(data),
    expertsSection(data),
    classSection(data),
    groupSection(data),
    costSection(data),
    scoreSection(data),
    methodSection(data),
    provenanceSection(data),
    '</main>',
    `<script type="application/json" id="cede-data">${scriptJson(dialData(dial))}</script>`,
    `<script>${SCRIPT}</script>`,
    '</body>',
    '</html>',
    '',
  ]
    .filter((part, k, all) => part !== '' || k === all.length - 1)
    .join('\n');
}

function opening(data: ReportData): string {
  const { finding, target, test, expert, leaks = [] } = data;
  const decimals = Math.max(tableDecimals(data) - 1, 0);
  const show = (value: number) => withUnit(fixed(value, decimals), target.unit);
  const deployed = deployedSentence(data);
  const situation = data.rejection
    ? `A model answers a case or turns it away; nobody else is asked. Where it answers all of the ${count(test.rows)} test cases, the ${target.name} is ${show(finding.modelValue)}.`
    : `A model answers every case; some cases can be handed to ${expert.name} instead. On the ${count(test.rows)} test cases${test.unanswered ? ` that ${expert.name} answered` : ''} the model alone has ${target.name} ${show(finding.modelValue)}, ${expert.name} alone ${show(finding.expertValue)}.`;
  return [
    '<header>',
    `<h1>${html(data.title)}</h1>`,
    warnings(leaks),
    paragraph(headlineText(data), 'finding'),
    data.verdict ? paragraph(data.verdict, 'verdict') : '',
    data.costs?.summary ? paragraph(data.costs.summary) : '',
    paragraph(
      [situation, answeredSentence(data), choiceSentence(data), rateSentence(data)]
        .filter(Boolean)
        .join(' '),
    ),
    deployed ? paragraph(deployed) : '',
    ...(data.remarks ?? []).map((remark) => paragraph(remark)),
    warnings(data.warnings.filter((sentence) => !leaks.includes(sentence))),
    '</header>',
  ]
    .filter(Boolean)
    .join('\n');
}

function warnings(sentences: readonly string[]): string {
  if (sentences.length === 0) return '';
  const items = sentences.map((sentence) => `<li>${html(sentence)}</li>`);
  return `<aside class="warning"><strong>Before you rely on these numbers</strong><ul>${items.join('\n')}</ul></aside>`;
}

function scoreSection(data: ReportData): string {
  const { histogram, finding } = data;
  if (!histogram) return '';
  const draw = (kind: 'wide' | 'narrow', width: number) =>
    histogramSvg(data, histogram, { theme: 'page', width, id: `histogram-${kind}` }).replace(
      '<svg ',
      `<svg class="${kind}" `,
    );
  return section(
    'Where the line is drawn',
    paragraph(vocabulary(data).threshold(finding.rate)),
    `<figure>${draw('wide', 860)}${draw('narrow', 400)}</figure>`,
  );
}

/** Only what the script looks up, with as many digits as it prints. */
function dialData(data: ReportData) {
  const { alone, ofCases, avoided, caused } = vocabulary(data);
  const drawn = layoutCurves(data, { bands: 'none' }).lines.map(({ name }) => name);
  const lines = dialLines(data);
  const short = (list: readonly number[] | undefined, digits: number) =>
    list?.map((value) => Number(value.toFixed(digits)));
  const decimals = tableDecimals(data);
  return {
    name: data.target.name,
    unit: data.target.unit,
    decimals,
    model: data.finding.modelValue,
    words: {
      alone,
      ofCases: data.rejection ? ofCases : 'of cases',
      avoided: avoided.spoken,
      caused: caused.spoken,
    },
    grid: data.grid,
    cases: short(data.cases, 1),
    dots: lines.map(({ name }) => drawn.indexOf(name)),
    lines: lines.map((line) => ({
      name: line.name,
      values: short(line.values, decimals + 2),
      lower: short(line.lower, decimals + 2),
      upper: short(line.upper, decimals + 2),
      // Printed as whole cases: rounding them here would round them twice.
      avoided: line.avoided,
      caused: line.caused,
    })),
  };
}
