import { join } from 'node:path';
import {
  curvesCaption,
  curvesCsv,
  curvesSvg,
  type Fact,
  figureCaption,
  headlineText,
  heightOf,
  type ReportData,
  renderReport,
  tableLatex,
  toReport,
  toResults,
} from '@cede/report';
import { writeOutput } from '@cede/run/node';
import { type BandKind, type MethodScores, measure, summariseCurves } from '@cede/study';
import { gainsBesidePaper } from '../paper/gains.js';
import { paperComparison, type ResultRow } from '../paper/paper-comparison.js';
import type { Preset } from '../preset/preset.js';
import { poolComparisons, pooledMethods } from '../score/pool.js';
import { type Scored, type ScoredPair, targetRows } from '../score/score-preset.js';
import { type FigureLooks, USUAL_LOOKS, writeFigure } from './looks.js';
import { making } from './making.js';
import { drawTarget, targetFigure } from './target-figure.js';

/** Everything a finished run shows, drawn from its scores alone. */
export async function drawTable(dir: string, preset: Preset, scored: Scored): Promise<string> {
  const parts = preset.targets.map((target) => {
    const rows = targetRows(scored, target);
    const title = `## ${preset.title}${target === 'accuracy' ? '' : `, ${target}`}`;
    const block = target === 'accuracy' ? preset.paper : null;
    const gains = gainsBesidePaper(rows, preset.rates, block);
    return {
      target,
      rows,
      text: `${title}\n\n${paperComparison(rows, preset.rates, block)}${gains && `\n${gains}`}`,
    };
  });
  const text = `${parts.map((part) => part.text).join('\n')}\nPercent, mean ± deviation over ${preset.seeds} ${preset.seeds === 1 ? 'scorer' : 'scorers'}${preset.networkSeeds > 1 ? ` × ${preset.networkSeeds} pairs of networks` : ''}. **Bold**: best, apart from every other family. †: closer to random than to the best.\n`;
  await writeOutput(join(dir, 'table.md'), text);
  await writeOutput(
    join(dir, 'results.json'),
    `${JSON.stringify(labResults(preset, scored, parts), null, 2)}\n`,
  );
  return text;
}

/**
 * `results.json` of all pairs of networks: means and deviations over pairs × scorers, and each
 * pair's own results beside them. The hashes at the top are those of the first pair's tables.
 */
export function labResults(
  preset: Preset,
  scored: Scored,
  parts: readonly { target: string; rows: readonly ResultRow[] }[],
) {
  const of = (pair: ScoredPair, methods: readonly MethodScores[]) =>
    toResults(summariseCurves(sidesOf(preset, pair), { plan: scored.plan }, methods));
  const pairs = scored.pairs.map((pair) => {
    const { fit, test, methods } = of(pair, pair.methods);
    return { seed: pair.seed, fit, test, methods };
  });
  const all = of(scored.pairs[0], pooledMethods(scored));
  const mean = (of: (pair: (typeof pairs)[number]) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  return {
    ...all,
    test: {
      ...all.test,
      modelAccuracy: mean(({ test }) => test.modelAccuracy),
      expertAccuracy: mean(({ test }) => test.expertAccuracy),
    },
    preset: preset.name,
    targets: Object.fromEntries(parts.map(({ target, rows }) => [target, rows])),
    pairs,
  };
}

/** Curves with their caption over all pairs; with the paper's bands the whole report, too. Returns what was found. */
export async function drawFigures(
  dir: string,
  preset: Preset,
  scored: Scored,
  facts: readonly Fact[],
  { version, looks = USUAL_LOOKS }: { readonly version: string; readonly looks?: FigureLooks },
): Promise<string> {
  const { formats, width, bands, notes } = looks;
  const report = labReport(preset, scored, facts, version, bands);
  // Beside the paper's bands, not over them.
  const name = bands === 'seeds' ? 'curves' : 'curves-rows';
  const drawing = { width, height: heightOf(width), notes };
  await writeFigure(dir, name, curvesSvg(report, drawing), formats);
  const files: [string, string][] = [
    [`${name}.txt`, `${curvesCaption(report, drawing)}\n`],
    [`${name}.csv`, curvesCsv(report)],
    ...(bands === 'seeds'
      ? ([
          ['table.tex', tableLatex(report)],
          ['report.html', renderReport(report)],
        ] as [string, string][])
      : []),
  ];
  if (bands === 'seeds')
    for (const target of furtherTargets(preset)) {
      const figure = targetFigure(report, scored, target);
      await writeFigure(dir, `curves-${target}`, drawTarget(figure, drawing), formats);
      files.push([`curves-${target}.txt`, `${figureCaption(report.title, figure, drawing)}\n`]);
    }
  for (const [file, content] of files) await writeOutput(join(dir, file), content);
  return headlineText(report);
}

/** What a run is measured by beside accuracy. Drawn with the paper's bands only. */
export const furtherTargets = ({ targets }: Preset) =>
  targets.filter((target) => target !== 'accuracy');

export function labReport(
  preset: Preset,
  scored: Scored,
  facts: readonly Fact[],
  version: string,
  bands: BandKind = 'seeds',
): ReportData {
  const { plan, pairs } = scored;
  const several = pairs.length > 1;
  const comparisons = pairs.map((pair) =>
    measure(sidesOf(preset, pair), { plan, verdict: null }, pair.methods, { bands }),
  );
  return toReport(several ? poolComparisons(comparisons, scored, bands) : comparisons[0], {
    title: several ? `${preset.title}, mean of ${pairs.length} pairs of networks` : preset.title,
    warnings: [],
    version,
    ...making(preset, facts, several ? pairs : []),
    chosenHow: 'by the preset',
  });
}

/** The tables of a pair by the names that a report calls them. */
const sidesOf = ({ title }: Preset, { fit, test }: ScoredPair) => ({
  fit: { ...fit, name: `${title}: validation images` },
  test: { ...test, name: `${title}: test images` },
});
