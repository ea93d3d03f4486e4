import {
  type Adjustments,
  adjustPreset,
  citations,
  type FigureFormat,
  type FigureLooks,
  fetchDataset,
  LAB_COMMANDS,
  listing,
  mergeFolders,
  presetList,
  readPreset,
  redraw,
  runAll,
  runPreset,
  USUAL_LOOKS,
} from '@cede/lab';
import { drewText, fetchedText, oneRunText, pixelsOf, severalRunsText } from '@cede/report/words';
import type { Command } from 'commander';
import { forReader, labWatched } from '../lab/watched.js';
import { addCommand, type CommandSpec } from '../options/command.js';
import { whole } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { addQueueFlags, type QueueFlags } from '../options/queue.js';
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

const COMMANDS: readonly CommandSpec[] = [
  { ...LAB_COMMANDS.list, name: 'list', action: list },
  { ...LAB_COMMANDS.fetch, name: 'fetch', defaults: { data: 'data' }, action: fetchOne },
  {
    ...LAB_COMMANDS.show,
    name: 'show',
    action: async (name: string) =>
      process.stdout.write(`${JSON.stringify(await readPreset(name), null, 2)}\n`),
  },
  {
    ...LAB_COMMANDS.run,
    name: 'run',
    required: ['out'],
    takes: { split: ['drawn', 'first'], 'network-seeds': networkSeeds },
    shared: [addQueueFlags],
    action: run,
  },
  {
    ...LAB_COMMANDS.merge,
    name: 'merge',
    required: ['out'],
    action: async (parts: string[], flags: LabFlags) => {
      const text = await labWatched(flags, (run) => mergeFolders(parts, flags.out, run));
      tell(flags, 'merge', { parts, out: flags.out }, oneRunText(forReader(text), flags.out));
    },
  },
  {
    ...LAB_COMMANDS.table,
    name: 'table',
    action: async (dir: string, flags: LabFlags) => {
      const { table } = await labWatched(flags, (run) => redraw(dir, run, false));
      tell(flags, 'table', { out: dir }, forReader(table));
    },
  },
  {
    ...LAB_COMMANDS.figures,
    name: 'figures',
    takes: { bands: ['seeds', 'rows'], format: formats, width: pixelsOf },
    defaults: { format: USUAL_LOOKS.formats, bands: 'seeds' },
    action: figures,
  },
  {
    ...LAB_COMMANDS.cite,
    name: 'cite',
    action: async (name?: string) =>
      process.stdout.write(
        `${citations(VERSION, name === undefined ? name : await readPreset(name))}\n`,
      ),
  },
];

export function addLab(program: Command): void {
  const lab = program.command('lab');
  // What is made for another program already, JSON or BibTeX, has no second form.
  for (const spec of COMMANDS)
    addCommand(lab, {
      ...spec,
      shared: [
        ...(spec.shared ?? []),
        ...(['show', 'cite'].includes(spec.name) ? [] : [addOutputFlags]),
      ],
    });
}

const tell = (flags: OutputFlags, what: string, facts: object, text: string) =>
  printResult(flags, { format: `cede/lab-${what}`, version: 1, ...facts }, () => text);

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
  tell(flags, 'fetch', { dataset: name, ...fetched }, fetchedText(fetched));
}

async function run(name: string | undefined, flags: LabFlags): Promise<void> {
  const { out, all, networks } = flags;
  if ((name === undefined) === (all === undefined))
    throw new UsageError('lab run: name one preset, or a list with --all (see cede lab list).');
  if (name !== undefined) {
    const preset = adjustPreset(await readPreset(name), flags);
    const ask = { ...flags, source: name };
    const text = await labWatched(flags, (run) => runPreset(preset, ask, run));
    return tell(flags, 'run', { preset: preset.name, out }, oneRunText(forReader(text), flags.out));
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
  const drew = drewText(dir, runs, { formats: format, bands: flags.bands });
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
