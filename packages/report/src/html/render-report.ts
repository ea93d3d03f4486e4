import { escapeHtml, scriptJson } from '../escape.js';
import { layoutCurves } from '../figure/curve-layout.js';
import { lineStyle, referenceStyle } from '../figure/palette.js';
import { withFindingStop } from '../finding-stop.js';
import { purseOf } from '../money.js';
import { tableDecimals } from '../number.js';
import type { ReportData } from '../report-data.js';
import { plain } from '../table/curves-csv.js';
import { validateReportData } from '../validate.js';
import { vocabulary } from '../vocabulary.js';
import { classSection } from './class-section.js';
import { detailsAtStops } from './details-data.js';
import { dialLines, dialSection, firstStop, methodsSection } from './dial-section.js';
import { costsAtStops } from './dial-stops.js';
import { expertsSection } from './experts-section.js';
import { costSection, groupSection } from './extra-sections.js';
import { howSection } from './how-section.js';
import { methodSection } from './method-section.js';
import { openingSection } from './opening-section.js';
import { follows } from './pinned.js';
import { provenanceSection } from './provenance-section.js';
import { resultSection } from './result-section.js';
import { scoreSection } from './score-section.js';
import { SCRIPT } from './script.js';
import { STYLE } from './style.js';

/**
 * One file that needs nothing else: no network (its own policy forbids it), no fonts, no build.
 * The first screen is the answer: claim, dial, tiles, chart. How we know is folded below it, then
 * come the details.
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
    `<title>${escapeHtml(data.title)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    openingSection(data),
    dialSection(dial),
    howSection(data),
    methodsSection(dial),
    costSection(data),
    resultSection(data),
    expertsSection(data),
    groupSection(data),
    classSection(data),
    scoreSection(dial),
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

/** Only what the script looks up, in the digits of `curves.csv`: what is printed is rounded alike. */
function dialData(data: ReportData) {
  const { ofCases, avoided, caused } = vocabulary(data);
  const drawn = layoutCurves(data, { bands: 'none' }).lines.map(({ name }) => name);
  const lines = dialLines(data);
  const short = (list: readonly number[] | undefined, digits: number) =>
    list?.map((value) => Number(value.toFixed(digits)));
  const eightDigits = (list: readonly number[] | undefined) =>
    list?.map((value) => Number(plain(value)));
  const decimals = tableDecimals(data);
  const families = new Map(data.methods.map(({ name, family }) => [name, family]));
  const style = (name: string) =>
    name === 'random' || name === 'oracle'
      ? referenceStyle(name, 'page')
      : lineStyle(name, families.get(name)!, 'page');
  return {
    name: data.target.name,
    unit: data.target.unit,
    decimals,
    shortDecimals: decimals - (data.target.kind === 'accuracy' ? 1 : 0),
    words: {
      ofSetting: ofCases,
      ofCases: data.rejection ? ofCases : 'of cases',
      avoided: avoided.spoken,
      caused: caused.spoken,
    },
    stop: firstStop(data),
    row: lines.findIndex(({ name }) => name === data.finding.method),
    grid: data.grid,
    cases: short(data.cases, 4),
    ...(data.costs && { purse: purseOf(data.costs) }),
    ...(data.groups && {
      groups: data.groups.rows.map(({ rows, warning = '' }) => ({ rows, warning })),
    }),
    // Which parts of the page follow the dial; the others say that they don't.
    follows: (['classes', 'groups', 'scores'] as const).filter((part) => follows(data, part)),
    isAccuracy: data.target.kind === 'accuracy',
    answers: data.rejection !== undefined,
    dots: lines.map(({ name }) => drawn.indexOf(name)),
    lines: lines.map((line) => ({
      name: line.name,
      label: line.label,
      ...style(line.name),
      ...detailsAtStops(data, line.name),
      values: eightDigits(line.values),
      lower: eightDigits(line.lower),
      upper: eightDigits(line.upper),
      // Printed as whole cases: rounding them here would round them twice.
      avoided: line.avoided,
      caused: line.caused,
      costs: costsAtStops(data, line.name)?.map((cost) => Number(cost.toPrecision(7))),
      ...(line.over && {
        over: {
          estimate: short(line.over.estimate, decimals + 1),
          lower: short(line.over.lower, decimals + 1),
          upper: short(line.over.upper, decimals + 1),
        },
      }),
    })),
  };
}
