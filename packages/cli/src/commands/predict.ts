import { basename } from 'node:path';
import { writeTable } from '@cede/data/node';
import { openClassifier, type Preparation, predictTable, readImages } from '@cede/predict';
import { count, percent, plural } from '@cede/report/words';
import { type Command, Option } from 'commander';
import { list, names, number } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { startProgress } from '../terminal/progress.js';
import { UsageError } from '../usage-error.js';

interface PredictFlags extends OutputFlags {
  model: string;
  expert: string;
  images: string;
  split?: string;
  output: string;
  scale?: number;
  mean?: number[];
  std?: number[];
  layout?: 'nchw' | 'nhwc';
  classes?: string[];
}

const numbers = (option: string) => (text: string) => list(text).map(number(option));

export function addPredict(program: Command): void {
  const command = program
    .command('predict')
    .requiredOption('--model <onnx>', 'the cheap model')
    .requiredOption('--expert <onnx>', 'the expensive one')
    .requiredOption(
      '--images <npz>',
      'arrays images and labels (or x and y; with --split test_images, test_labels)',
    )
    .requiredOption('-o, --output <table>', 'CSV, JSONL, Parquet or NPZ')
    .option('--split <name>', 'which part of the file: train, val or test')
    .option('--classes <names>', 'class names', names)
    .option('--scale <x>', 'divide pixels by this first, such as 255', number('--scale', 1e-9))
    .option('--mean <list>', 'then subtract, per channel', numbers('--mean'))
    .option('--std <list>', 'and divide, per channel', numbers('--std'))
    .addOption(
      new Option(
        '--layout <order>',
        "the models' input (told by their shape where it can be)",
      ).choices(['nchw', 'nhwc']),
    )
    .addHelpText(
      'after',
      '\nExample:\n  cede predict --model small.onnx --expert large.onnx --images photos.npz -o predictions.parquet\n',
    );
  addOutputFlags(command).action(predict);
}

async function predict(flags: PredictFlags): Promise<void> {
  const labelled = await readImages(flags.images, flags.split);
  const { table, modelAccuracy, expertAccuracy } = await withProgress(flags, async (onProgress) => {
    const preparation = preparationOf(flags, labelled.images.channels);
    return predictTable(labelled, {
      model: await openClassifier(flags.model, preparation),
      expert: await openClassifier(flags.expert, preparation),
      expertName: basename(flags.expert).replace(/\.onnx$/, ''),
      classes: flags.classes,
      onProgress,
    });
  });
  await writeTable(flags.output, table);
  const document = {
    format: 'cede/predict',
    version: 1,
    table: flags.output,
    rows: table.rows,
    classes: table.classes.length,
    modelAccuracy: modelAccuracy ?? null,
    expertAccuracy: expertAccuracy ?? null,
  };
  const accuracies = table.label
    ? `; model ${percent(modelAccuracy!, 2)} right, expert ${percent(expertAccuracy!, 2)}`
    : ', no labels';
  printResult(
    flags,
    document,
    () =>
      `Wrote ${flags.output}: ${plural(table.rows, 'row')}, ${count(table.classes.length)} classes${accuracies}.`,
  );
}

/** What is done to the pixels first; as many numbers as the images have channels. */
function preparationOf(flags: PredictFlags, channels: number): Preparation {
  for (const option of ['mean', 'std'] as const) {
    if (flags[option] && flags[option].length !== channels)
      throw new UsageError(
        `--${option}: has ${flags[option].length} numbers (expected ${channels}, one a channel).`,
      );
  }
  return { scale: flags.scale, mean: flags.mean, deviation: flags.std, layout: flags.layout };
}

async function withProgress<T>(
  flags: PredictFlags,
  work: (onProgress: (done: number) => void) => Promise<T>,
): Promise<T> {
  const progress = startProgress('predict', flags);
  try {
    return await work((done) => progress.update(done));
  } finally {
    progress.stop();
  }
}
