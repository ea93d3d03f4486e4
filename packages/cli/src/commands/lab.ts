import {
  type Adjustments,
  adjustPreset,
  citations,
  FIGURE_OPTIONS,
  type FigureFormat,
  type FigureLooks,
  fetchDataset,
  listing,
  mergeFolders,
  pixelsOf,
  presetList,
  RUN_OPTIONS,
  readPreset,
  redraw,
  runAll,
  runPreset,
  USUAL_LOOKS,
} from '@cede/lab';
import { terminalMarkdown } from '@cede/report/node';
import { severalRunsText } from '@cede/report/words';
import type { Command } from 'commander';
import { labWatched } from '../lab/watched.js';
import { addCommand, type CommandSpec } from '../options/command.js';
import { whole } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { addQueueFlags, type QueueFlags } from '../options/queue.js';
import { terminal } from '../terminal/print.js';
import { watched } from '../terminal/watched.js';
import { UsageError } from '../usage-error.js';
import { VERSION } from '../version.js';

interface LabFlags extends OutputFlags, Adjustments, QueueFlags {
  out: string;
  all?: string;
  data?: string;
  unverified?: boolean;
  networks?: string;
}

const FOLDER = { '<folder>': 'the --out of a run' };
const JOBS = { '--jobs <n>': 'threads' };

const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'list',
    description: 'Presets and datasets.',
    examples: ['cede lab list'],
    action: list,
  },
  {
    name: 'fetch',
    description: 'Download a dataset from its official address, with its checksum; resumes.',
    arguments: { '<dataset>': '' },
    options: {
      '--data <folder>': 'where it goes',
      '--unverified': 'keep a file whose checksum is not the official one',
    },
    defaults: { data: 'data' },
    examples: ['cede lab fetch dermamnist --data data'],
    action: fetchOne,
  },
  {
    name: 'show',
    description: 'Print a preset as JSON, to edit and run.',
    arguments: { '<preset>': 'a name of cede lab list' },
    examples: ['cede lab show digits-specialist > mine.json'],
    action: async (name: string) =>
      process.stdout.write(`${JSON.stringify(await readPreset(name), null, 2)}\n`),
  },
  {
    name: 'run',
    description: 'Train the networks and the scorers of a preset; a stopped run resumes.',
    arguments: { '[preset]': 'a name of cede lab list, or your own JSON file' },
    options: RUN_OPTIONS,
    required: ['out'],
    takes: { split: ['drawn', 'first'], 'network-seeds': networkSeeds },
    shared: [addQueueFlags],
    examples: ['cede lab run digits-specialist --out digits'],
    action: run,
  },
  {
    name: 'merge',
    description: 'Join runs of one preset whose networks were trained apart, and draw them.',
    arguments: { '<folders...>': 'runs with other --network-seeds' },
    options: { '--out <folder>': 'made if missing', ...JOBS },
    required: ['out'],
    examples: ['cede lab merge one two --out both'],
    action: async (parts: string[], flags: LabFlags) => {
      const text = await labWatched(flags, (run) => mergeFolders(parts, flags.out, run));
      tell(flags, 'merge', { parts, out: flags.out }, `${text}\n${reportText(flags)}`);
    },
  },
  {
    name: 'table',
    description: "The table of a run, with the paper's numbers beside ours where it has them.",
    arguments: FOLDER,
    options: JOBS,
    examples: ['cede lab table digits'],
    action: async (dir: string, flags: LabFlags) => {
      const { table } = await labWatched(flags, (run) => redraw(dir, run, false));
      // Markdown is for files and pipes; a person at a terminal gets columns.
      const shown = process.stdout.isTTY ? terminalMarkdown(table, terminal()) : table;
      tell(flags, 'table', { out: dir }, shown);
    },
  },
  {
    name: 'figures',
    description: 'The figures and the report of a run.',
    arguments: FOLDER,
    options: FIGURE_OPTIONS,
    takes: { bands: ['seeds', 'rows'], format: formats, width: () => pixelsOf },
    defaults: { format: USUAL_LOOKS.formats, bands: 'seeds' },
    examples: ['cede lab figures digits', 'cede lab figures digits --format pdf --width 3.3in'],
    action: figures,
  },
  {
    name: 'cite',
    description: 'What to cite, as BibTeX: the method, the images of a run, this tool.',
    arguments: { '[preset]': 'a name of cede lab list, or your own JSON file' },
    examples: ['cede lab cite dermamnist-specialist20-8-8 > cede.bib'],
    action: async (name?: string) =>
      process.stdout.write(
        `${citations(VERSION, name === undefined ? name : await readPreset(name))}\n`,
      ),
  },
];

const RAW = ['show', 'cite'];

export function addLab(program: Command): void {
  const lab = program.command('lab');
  // What is made for another program already, JSON or BibTeX, has no second form.
  for (const spec of COMMANDS)
    addCommand(lab, {
      ...spec,
      shared: [...(spec.shared ?? []), ...(RAW.includes(spec.name) ? [] : [addOutputFlags])],
    });
}

const tell = (flags: OutputFlags, what: string, facts: object, text: string) =>
  printResult(flags, { format: `cede/lab-${what}`, version: 1, ...facts }, () => text);

const reportText = ({ out }: LabFlags) => `Report: ${out}/report.html`;

function list(flags: OutputFlags): void {
  const { lines, ...found } = listing();
  tell(flags, 'list', found, lines.join('\n'));
}

async function fetchOne(name: string, flags: LabFlags & { data: string }): Promise<void> {
  const step = `fetch ${name}`;
  const fetched = await watched(step, flags, 'on disk', ({ signal, show }) =>
    fetchDataset(name, {
      dir: flags.data,
      unverified: flags.unverified,
      signal,
      onProgress: ({ received, total }) => show(step, total ? received / total : 0),
    }),
  );
  const { path, downloaded, verified } = fetched;
  tell(
    flags,
    'fetch',
    { dataset: name, ...fetched },
    `${path}: ${downloaded ? 'downloaded' : 'was already there'}, ${verified ? 'checksum as published' : 'NOT the published checksum'}.`,
  );
}

async function run(name: string | undefined, flags: LabFlags): Promise<void> {
  const { out, all, networks } = flags;
  if ((name === undefined) === (all === undefined))
    throw new UsageError('lab run: name one preset, or a list with --all (see cede lab list).');
  if (name !== undefined) {
    const preset = adjustPreset(await readPreset(name), flags);
    const ask = { ...flags, source: name };
    const text = await labWatched(flags, (run) => runPreset(preset, ask, run));
    return tell(flags, 'run', { preset: preset.name, out }, `${text}\n${reportText(flags)}`);
  }
  if (networks !== undefined)
    throw new UsageError(
      'lab run: --networks goes with one preset; the runs of --all lend each other theirs.',
    );
  const names = presetList(all!);
  const folders = await labWatched(flags, (run) => {
    const onPreset = (preset: string, place: number, of: number) =>
      run.tell?.([`${place} of ${of}: ${preset}`]);
    return runAll({ ...flags, names, adjustments: flags, onPreset }, run);
  });
  tell(flags, 'run', { presets: names, folders, out }, severalRunsText(folders.length, out));
}

interface FigureFlags extends LabFlags, Pick<FigureLooks, 'width'> {
  format: FigureFormat[];
  bands: 'seeds' | 'rows';
  notes?: boolean;
}

async function figures(dir: string, flags: FigureFlags): Promise<void> {
  const { format, width, notes = false } = flags;
  const bands = flags.bands === 'rows' ? 'rows-and-seeds' : 'seeds';
  const looks: FigureLooks = { formats: format, width, bands, notes };
  const { runs } = await labWatched(flags, (run) => redraw(dir, { ...run, looks }, true));
  const endings = format.join(', ');
  const drew =
    runs > 0
      ? `Drew ${runs} runs side by side in ${dir} (${endings}; captions in .txt files).`
      : `Drew ${dir}/curves${flags.bands === 'rows' ? '-rows' : ''} (${endings}; its caption in .txt)${flags.bands === 'rows' ? '' : ' and report.html'}.`;
  tell(flags, 'figures', { out: dir }, drew);
}

function formats(option: string) {
  return (text: string): FigureFormat[] => {
    const asked = text.split(',').map((word) => word.trim());
    const other = asked.find((word) => !['svg', 'png', 'pdf'].includes(word));
    if (other === undefined) return asked as FigureFormat[];
    throw new UsageError(`${option}: "${other}" is no format of figures (expected svg, png, pdf).`);
  };
}

/** `3`, or `2..3` for those two alone. */
function networkSeeds(option: string) {
  return (text: string): number | [number, number] => {
    const range = /^(\d+)\.\.(\d+)$/.exec(text);
    return range ? [Number(range[1]), Number(range[2])] : whole(option, 1)(text);
  };
}
