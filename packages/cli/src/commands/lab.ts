import {
  drawFolder,
  fetchDataset,
  type LabRun,
  listDatasets,
  listPresets,
  type Preset,
  readPreset,
  runPreset,
} from '@cede/lab';
import type { Command } from 'commander';
import { interruptSignal } from '../interrupt.js';
import { whole } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { duration, type Progress, startProgress } from '../terminal/progress.js';
import { VERSION } from '../version.js';

interface LabFlags extends OutputFlags {
  out: string;
  data?: string;
  unverified?: boolean;
  networks?: string;
  networkSeeds?: number;
  jobs?: number;
}

export function addLab(program: Command): void {
  const lab = program.command('lab');
  addList(lab);
  addFetch(lab);
  addRun(lab);
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
    .argument('<preset>', 'a name of cede lab list, or your own JSON file')
    .requiredOption('--out <folder>', 'made if missing; only what it lacks is computed')
    .option('--data <folder>', "the dataset's official files")
    .option('--unverified', 'accept files whose checksum is not the official one; results say so')
    .option('--network-seeds <n>', 'pairs of networks', whole('--network-seeds', 1))
    .option('--networks <folder>', 'another run, whose networks are taken where they are the same')
    .option(
      '--jobs <n>',
      "threads (default: all cores); the bytes don't depend on it",
      whole('--jobs', 1),
    )
    .addHelpText('after', '\nExample:\n  cede lab run digits-specialist --out digits\n');
  addOutputFlags(command).action(async (name: string, flags: LabFlags) => {
    const read = await readPreset(name);
    const preset: Preset =
      flags.networkSeeds === undefined ? read : { ...read, networkSeeds: flags.networkSeeds };
    const text = await watched(flags, (run) => runPreset(preset, { ...flags, source: name }, run));
    printResult(
      flags,
      { format: 'cede/lab-run', version: 1, preset: preset.name, out: flags.out },
      () => `${text}\nReport: ${flags.out}/report.html`,
    );
  });
}

/** A bar for each step of a run, its remarks on stderr, and Ctrl-C. */
async function watched(
  flags: OutputFlags & { jobs?: number },
  work: (run: LabRun) => Promise<string>,
): Promise<string> {
  const silent = flags.quiet || flags.json;
  const interrupt = interruptSignal('on disk');
  let bar: { step: string; progress: Progress } | undefined;
  try {
    return await work({
      version: VERSION,
      jobs: flags.jobs,
      signal: interrupt.signal,
      onProgress({ step, done, note, secondsLeft }) {
        if (bar?.step !== step) {
          bar?.progress.stop();
          bar = { step, progress: startProgress(step, flags) };
        }
        bar.progress.update(done, note, secondsLeft);
      },
      tell: (lines) => silent || process.stderr.write(`${lines.join('\n')}\n`),
      onTrained(seconds) {
        for (const [side, took] of Object.entries(seconds))
          if (!silent) process.stderr.write(`${side} trained in ${duration(took)}\n`);
      },
    });
  } finally {
    interrupt.release();
    bar?.progress.stop();
  }
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
    const text = await watched(flags, (run) => drawFolder(dir, run, figures));
    printResult(flags, { format: `cede/lab-${name}`, version: 1, out: dir }, () =>
      figures ? `Drew ${dir}/curves.svg, curves.png and report.html.` : text,
    );
  });
}
