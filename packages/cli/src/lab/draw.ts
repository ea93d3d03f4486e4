import { join } from 'node:path';
import { besidePaper, type Preset, type ResultRow } from '@cede/lab';
import { curvesCsv, curvesSvg, type ReportData, renderReport, tableLatex } from '@cede/report';
import { pngOf } from '@cede/report/node';
import { reportData } from '../compare/report-data.js';
import { compareResults } from '../compare/results.js';
import { write } from '../files.js';
import { VERSION } from '../version.js';
import { type Scored, targetRows } from './score.js';

/** Everything a finished run shows, drawn from its scores alone. */
export async function drawTable(dir: string, preset: Preset, scored: Scored): Promise<string> {
  const parts = preset.targets.map((target) => {
    const rows = targetRows(scored, target);
    const title = `## ${preset.title}${target === 'accuracy' ? '' : `, ${target}`}`;
    return {
      target,
      rows,
      text: `${title}\n\n${besidePaper(rows, preset.rates, target === 'accuracy' ? preset.paper : null)}`,
    };
  });
  const text = `${parts.map((part) => part.text).join('\n')}\nPercent, mean ± deviation over ${preset.seeds} scorers${preset.networkSeeds > 1 ? ` × ${preset.networkSeeds} pairs of networks` : ''}. **Bold**: best, apart from every other family. †: closer to random than to the best.\n`;
  await write(join(dir, 'table.md'), text);
  await write(
    join(dir, 'results.json'),
    `${JSON.stringify(labResults(preset, scored, parts), null, 2)}\n`,
  );
  return text;
}

function labResults(
  preset: Preset,
  scored: Scored,
  parts: readonly { target: string; rows: readonly ResultRow[] }[],
) {
  const [{ fit, test, methods }] = scored.pairs;
  const first = compareResults(
    scored.plan,
    methods,
    {
      fit: { rows: fit.table.rows, classes: fit.table.classes.length, hash: fit.hash },
      test: { rows: test.table.rows, hash: test.hash },
    },
    100,
  );
  return {
    ...first,
    preset: preset.name,
    targets: Object.fromEntries(parts.map(({ target, rows }) => [target, rows])),
  };
}

/** Curves as the paper draws them (spread over seeds), and the whole report, for the first pair. */
export async function drawFigures(
  dir: string,
  preset: Preset,
  scored: Scored,
  facts: readonly { name: string; value: string }[],
): Promise<string[]> {
  const report = labReport(preset, scored, facts);
  const svg = curvesSvg(report);
  const files: [string, string | Uint8Array][] = [
    ['curves.svg', svg],
    ['curves.png', pngOf(svg)],
    ['curves.csv', curvesCsv(report)],
    ['table.tex', tableLatex(report)],
    ['report.html', renderReport(report)],
  ];
  for (const [name, content] of files) await write(join(dir, name), content);
  return files.map(([name]) => join(dir, name));
}

function labReport(
  preset: Preset,
  { plan, pairs }: Scored,
  facts: readonly { name: string; value: string }[],
): ReportData {
  const [{ fit, test, methods }] = pairs;
  const side = (what: string, { table, hash }: typeof fit) => ({
    table,
    loaded: table as never,
    hash,
    findings: [],
    name: `${preset.title}: ${what} images`,
  });
  return reportData({
    title: preset.title,
    plan,
    methods,
    fit: side('validation', fit),
    test: side('test', test),
    warnings: [],
    command: `cede lab run ${preset.name}`,
    version: VERSION,
    facts,
    paperMode: true,
    chosenHow: 'by the preset',
  });
}
