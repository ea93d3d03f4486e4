import { histogramSvg } from '../figure/histogram-svg.js';
import { percent } from '../number.js';
import type { LineDetails, ReportData, ScoreHistogram } from '../report-data.js';
import { vocabulary } from '../vocabulary.js';
import { firstStop } from './dial-section.js';
import { html, section } from './markup.js';
import { follows, pinned } from './pinned.js';

/** Stands for the share until the script may change it. */
const SHARE = '[share]';

/** Where the threshold cuts the scores of the chosen method. */
export function scoreSection(data: ReportData): string {
  const { histogram, finding } = data;
  if (!histogram) return '';
  const here = `<span class="rate-here">${html(percent(finding.rate))}</span>`;
  return section(
    'Where the line is drawn',
    `<p>${html(vocabulary(data).threshold(SHARE)).replace(SHARE, here)}</p>`,
    pinned(data, 'scores'),
    follows(data, 'scores')
      ? `${data.details!.map((line) => figureOf(data, line)).join('\n')}\n<p class="no-scores soft" hidden>Random draws lots: it has no scores.</p>`
      : `<figure>${drawn(data, histogram, 'histogram', false)}</figure>`,
  );
}

/** One picture a method, for their scores have nothing in common; the script shows the chosen one. */
function figureOf(data: ReportData, { name, scores }: LineDetails): string {
  if (!scores) return '';
  const k = firstStop(data);
  const { edges, cases, thresholds, cutBins, cutCases } = scores;
  const deferred = cases.map((all, bin) =>
    bin < cutBins[k] ? all : bin === cutBins[k] ? cutCases[k] : 0,
  );
  const kept = cases.map((all, bin) => all - deferred[bin]);
  const histogram = { method: name, edges, deferred, kept, threshold: thresholds[k] };
  const hidden = name === data.finding.method ? '' : ' hidden';
  const place = data.details!.findIndex((line) => line.name === name);
  return `<figure class="scores" data-method="${html(name)}"${hidden}>${drawn(data, histogram, `histogram-${place}`, true)}</figure>`;
}

function drawn(data: ReportData, histogram: ScoreHistogram, id: string, moves: boolean): string {
  const draw = (kind: 'wide' | 'narrow', width: number) =>
    histogramSvg(data, histogram, { theme: 'page', width, id: `${id}-${kind}`, moves }).replace(
      '<svg ',
      `<svg class="${kind}" `,
    );
  return draw('wide', 740) + draw('narrow', 360);
}
