import {
  type Adjustments,
  adjustPreset,
  drawAll,
  drawFolder,
  fetchDataset,
  listDatasets,
  listPresets,
  mergeFolders,
  presetList,
  readPreset,
  runAll,
  runFolders,
  runPreset,
} from '@cede/lab';
import { type Command, Option } from 'commander';
import { interruptSignal } from '../interrupt.js';
import { watched } from '../lab/watched.js';
import { whole } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { startProgress } from '../terminal/progress.js';
import { UsageError } from '../usage-error.js';

interface LabFlags extends OutputFlags, Adjustments {
  out: string;
  all?: string;
  data?: string;
  unverified?: boolean;
  networks?: string;
  jobs?: number;
}

export function addLab(program: Command): void {
  const lab = program.command('lab');
  addList(lab);
  addFetch(lab);
  addShow(lab);
  addRun(lab);
  addMerge(lab);
  addRedraw(
    lab,
    'table',
    "The table of a run, with the paper's numbers beside ours where it has them.",
    false,
  );
  addRedraw(lab, 'figures', 'The figures and the report of a run.', true);
}

function addList(lab: Command): void {
  addOutputFlags(
    lab
      .command('list')
      .description('Presets and datasets.')
      .addHelpText('after', '\nExample:\n  cede lab list\n'),
  ).action((flags: OutputFlags) => {
    const presets = listPresets().map(({ name, title, dataset }) => ({ name, title, dataset }));
    const datasets = listDatasets().map(({ name, title, official }) => ({
      name,
      title,
      embedded: official === null,
    }));
    printResult(flags, { format: 'cede/lab-list', version: 1, presets, datasets }, () =>
      [
        'Presets (cede lab run NAME --out DIR):',
        ...presets.map(({ name, title }) => `  ${name.padEnd(38)} ${title}`),
        '',
        'Datasets (cede lab fetch NAME):',
        ...datasets.map(
          ({ name, title, embedded }) =>
            `  ${name.padEnd(38)} ${title}${embedded ? ' (embedded)' : ''}`,
        ),
      ].join('\n'),
    );
  });
}

function addFetch(lab: Command): void {
  const command = lab
    .command('fetch')
    .description('Download a dataset from its official address, with its checksum; resumes.')
    .argument('<dataset>')
    .option('--data <folder>', 'where it goes', 'data')
    .option('--unverified', 'keep a file whose checksum is not the official one')
    .addHelpText('after', '\nExample:\n  cede lab fetch dermamnist --data data\n');
  addOutputFlags(command).action(
    async (name: string, flags: OutputFlags & { data: string; unverified?: boolean }) => {
      const progress = startProgress(`fetch ${name}`, flags);
      const interrupt = interruptSignal('on disk');
      try {
        const fetched = await fetchDataset(name, {
          dir: flags.data,
          unverified: flags.unverified,
          signal: interrupt.signal,
          onProgress: ({ received, total }) => progress.update(total ? received / total : 0),
        });
        printResult(
          flags,
          { format: 'cede/lab-fetch', version: 1, dataset: name, ...fetched },
          () =>
            `${fetched.path}: ${fetched.downloaded ? 'downloaded' : 'was already there'}, ${fetched.verified ? 'checksum as published' : 'NOT the published checksum'}.`,
        );
      } finally {
        interrupt.release();
        progress.stop();
      }
    },
  );
}

function addRun(lab: Command): void {
  const command = lab
    .command('run')
    .description('Train the networks and the scorers of a preset; a stopped run resumes.')
    .argument('[preset]', 'a name of cede lab list, or your own JSON file')
    .option(
      '--all <list>',
      'several presets, each in a folder of its own: paper, or names with commas between them',
    )
    .requiredOption('--out <folder>', 'made if missing; only what it lacks is computed')
    .option('--data <folder>', "the dataset's official files")
    .option('--unverified', 'accept files whose checksum is not the official one; results say so')
    .option(
      '--network-seeds <n>',
      'pairs of networks: how many, or which (2..3), to be merged with others',
      networkSeeds,
    )
    .option('--seeds <n>', 'scorers a method', whole('--seeds', 1))
    .option(
      '--epochs <n>',
      'of the networks; warm-up and milestones move along, and the title says so',
      whole('--epochs', 1),
    )
    .option('--split-seed <n>', 'of the validation split alone', whole('--split-seed', 0))
    .addOption(
      new Option(
        '--split <rule>',
        "which images are set aside and kept: drawn, or the first ones as the authors' code does",
      ).choices(['drawn', 'first']),
    )
    .option('--networks <folder>', 'another run, whose networks are taken where they are the same')
    .option(
      '--jobs <n>',
      "threads (default: all cores); the bytes don't depend on it",
      whole('--jobs', 1),
    )
    .addHelpText('after', '\nExample:\n  cede lab run digits-specialist --out digits\n');
  addOutputFlags(command).action(async (name: string | undefined, flags: LabFlags) => {
    if ((name === undefined) === (flags.all === undefined))
      throw new UsageError('lab run: name one preset, or a list with --all (see cede lab list).');
    if (name === undefined) return runList(flags);
    const preset = adjustPreset(await readPreset(name), flags);
    const text = await watched(flags, (run) => runPreset(preset, { ...flags, source: name }, run));
    printResult(
      flags,
      { format: 'cede/lab-run', version: 1, preset: preset.name, out: flags.out },
      () => `${text}\nReport: ${flags.out}/report.html`,
    );
  });
}

async function runList(flags: LabFlags): Promise<void> {
  if (flags.networks !== undefined)
    throw new UsageError(
      'lab run: --networks goes with one preset; the runs of --all lend each other theirs.',
    );
  const names = presetList(flags.all!);
  let folders: string[] = [];
  await watched(flags, async (run) => {
    const onPreset = (name: string, place: number, of: number) =>
      run.tell?.([`${place} of ${of}: ${name}`]);
    folders = await runAll({ ...flags, names, adjustments: flags, onPreset }, run);
    return '';
  });
  const { out } = flags;
  printResult(
    flags,
    { format: 'cede/lab-run', version: 1, presets: names, folders, out },
    () =>
      `${folders.length} runs. One table: ${out}/table.md; their figures side by side beside it.`,
  );
}

/** `3`, or `2..3` for those two alone. */
function networkSeeds(text: string): number | [number, number] {
  const range = /^(\d+)\.\.(\d+)$/.exec(text);
  return range ? [Number(range[1]), Number(range[2])] : whole('--network-seeds', 1)(text);
}

function addShow(lab: Command): void {
  lab
    .command('show')
    .description('Print a preset as JSON, to edit and run.')
    .argument('<preset>', 'a name of cede lab list')
    .addHelpText('after', '\nExample:\n  cede lab show digits-specialist > mine.json\n')
    .action(async (name: string) => {
      process.stdout.write(`${JSON.stringify(await readPreset(name), null, 2)}\n`);
    });
}

function addMerge(lab: Command): void {
  const command = lab
    .command('merge')
    .description('Join runs of one preset whose networks were trained apart, and draw them.')
    .argument('<folders...>', 'runs with other --network-seeds')
    .requiredOption('--out <folder>', 'made if missing')
    .option('--jobs <n>', 'threads', whole('--jobs', 1))
    .addHelpText('after', '\nExample:\n  cede lab merge one two --out both\n');
  addOutputFlags(command).action(
    async (parts: string[], flags: OutputFlags & { out: string; jobs?: number }) => {
      const text = await watched(flags, (run) => mergeFolders(parts, flags.out, run));
      printResult(
        flags,
        { format: 'cede/lab-merge', version: 1, parts, out: flags.out },
        () => `${text}\nReport: ${flags.out}/report.html`,
      );
    },
  );
}

function addRedraw(
  lab: Command,
  name: 'table' | 'figures',
  description: string,
  figures: boolean,
): void {
  const command = lab
    .command(name)
    .description(description)
    .argument('<folder>', 'the --out of a run')
    .option('--jobs <n>', 'threads', whole('--jobs', 1))
    .addHelpText('after', `\nExample:\n  cede lab ${name} digits\n`);
  addOutputFlags(command).action(async (dir: string, flags: OutputFlags & { jobs?: number }) => {
    const several = await runFolders(dir);
    const text = await watched(flags, (run) =>
      several.length > 0 ? drawAll(dir, several, run) : drawFolder(dir, run, figures),
    );
    const drew =
      several.length > 0
        ? `Drew ${several.length} runs side by side in ${dir}.`
        : `Drew ${dir}/curves.svg, curves.png and report.html.`;
    printResult(flags, { format: `cede/lab-${name}`, version: 1, out: dir }, () =>
      figures ? drew : text,
    );
  });
}
