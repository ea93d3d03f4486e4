import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  blocksLatex,
  curvesCaption,
  curvesSvg,
  figureCaption,
  type ReportData,
} from '@cede/report';
import { writeOutput } from '@cede/run/node';
import { furtherTargets, labReport } from '../draw/draw.js';
import { USUAL_LOOKS, writeFigure } from '../draw/looks.js';
import { type Panel, panelsSvg } from '../draw/panels.js';
import { drawTarget, targetFigure } from '../draw/target-figure.js';
import { presetList } from '../preset/list.js';
import { listPresets } from '../preset/registry.js';
import { type LabRun, scoreFolder } from './draw-folder.js';

/**
 * The folders of finished runs beneath one, in the order of the paper and then of the presets; one's
 * own come last. Empty where it is a run itself.
 */
export async function runFolders(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => [] as string[]);
  if (names.includes('preset.json')) return [];
  const order = [...presetList('paper'), ...listPresets().map(({ name }) => name)];
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const found: string[] = [];
  for (const name of names.sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1)))
    if (await readFile(join(dir, name, 'table.md')).catch(() => undefined))
      found.push(join(dir, name));
  return found;
}

/** The kinds of figure that the paper has, by how a preset's name ends. */
const FIGURES: readonly (readonly [name: string, ending: RegExp])[] = [
  ['losses', /-losses$/],
  ['top5', /-top5$/],
  ['ratios', /-ratios$/],
  ['methods', /^/],
];

/** The table of the methods is the paper's; those of the other figures stand beside it. */
const tableName = (figure: string) => (figure === 'methods' ? 'table.tex' : `table-${figure}.tex`);

/** A run as it stands in a figure of several: a panel for each target. */
interface Drawn {
  readonly title: string;
  readonly report: ReportData;
  readonly panels: readonly (Panel & { readonly caption: string })[];
}

const titled = ({ title, report }: { title: string; report: ReportData }): ReportData => ({
  ...report,
  title,
});

const haveSameRates = (list: readonly { report: ReportData }[]) =>
  new Set(list.map(({ report }) => report.rates.join())).size === 1;

/** One table over all runs and one picture of panels for each kind of figure. Returns the table. */
export async function drawAll(
  dir: string,
  folders: readonly string[],
  run: LabRun,
): Promise<string> {
  const { looks = USUAL_LOOKS } = run;
  const tables = await Promise.all(
    folders.map((folder) => readFile(join(folder, 'table.md'), 'utf8')),
  );
  const text = `${tables.map((table) => table.trimEnd()).join('\n\n')}\n`;
  await writeOutput(join(dir, 'table.md'), text);
  const figures = new Map<string, Drawn[]>();
  for (const folder of folders) {
    const { preset, scored, facts } = await scoreFolder(folder, run);
    const [figure] = FIGURES.find(([, ending]) => ending.test(preset.name))!;
    const report = labReport(preset, scored, facts, run.version, looks.bands);
    const targets = looks.bands === 'seeds' ? furtherTargets(preset) : [];
    const panels = [
      { draw: (options: object) => curvesSvg(report, options), caption: curvesCaption(report) },
      ...targets.map((target) => {
        const beside = targetFigure(report, scored, target);
        return {
          draw: (options: object) => drawTarget(beside, options),
          caption: figureCaption(report.title, beside),
        };
      }),
    ].map((panel) => ({ ...panel, title: preset.title }));
    const drawn = { title: preset.title, report, panels };
    figures.set(figure, [...(figures.get(figure) ?? []), drawn]);
  }
  for (const [figure, list] of figures) {
    const name = looks.bands === 'seeds' ? figure : `${figure}-rows`;
    const panels = list.flatMap((drawn) => drawn.panels);
    const svg = panelsSvg(panels, { notes: looks.notes, width: looks.width });
    await writeFigure(dir, name, svg, looks.formats);
    // A list of one's own may have other rates in each run: then each has its own table only.
    if (looks.bands === 'seeds' && haveSameRates(list))
      await writeOutput(join(dir, tableName(figure)), blocksLatex(list.map(titled)));
    const captions = panels.map(({ caption }) => caption);
    await writeOutput(join(dir, `${name}.txt`), `${captions.join('\n\n')}\n`);
  }
  return text;
}
