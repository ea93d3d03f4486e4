import { basename } from 'node:path';
import { InputError, predictedClass, type Table, validateTable } from '@cede/core';
import { openClassifier, type Preparation, readImages, writeTable } from '@cede/data/node';
import { count, percent, plural } from '@cede/report/words';
import { type Command, Option } from 'commander';
import { list, number } from '../options/numbers.js';
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
    .option('--classes <names>', 'class names', list)
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
  const { images, label } = await readImages(flags.images, flags.split);
  for (const option of ['mean', 'std'] as const) {
    if (flags[option] && flags[option].length !== images.channels)
      throw new UsageError(
        `--${option}: has ${flags[option].length} numbers (expected ${images.channels}, one a channel).`,
      );
  }
  const preparation: Preparation = {
    scale: flags.scale,
    mean: flags.mean,
    deviation: flags.std,
    layout: flags.layout,
  };
  const progress = startProgress('predict', flags);
  const run = async (path: string, from: number) => {
    const classifier = await openClassifier(path, preparation);
    return classifier.probabilities(images, (done) => progress.update(from + done / 2));
  };
  let sides: [Awaited<ReturnType<typeof run>>, Awaited<ReturnType<typeof run>>];
  try {
    sides = [await run(flags.model, 0), await run(flags.expert, 0.5)];
  } finally {
    progress.stop();
  }
  const [model, expert] = sides;
  if (model.classes !== expert.classes)
    throw new InputError(
      `predict: ${flags.model} gives ${model.classes} classes, ${flags.expert} gives ${expert.classes}.`,
    );
  if (flags.classes && flags.classes.length !== model.classes)
    throw new UsageError(`--classes: ${flags.classes.length} names (expected ${model.classes}).`);
  const table: Table = {
    rows: images.count,
    classes: flags.classes ?? Array.from({ length: model.classes }, (_, c) => String(c)),
    ...(label && { label }),
    model: model.values,
    experts: [
      {
        name: basename(flags.expert).replace(/\.onnx$/, ''),
        kind: 'probabilities',
        probabilities: expert.values,
      },
    ],
    columns: [],
    id: Array.from({ length: images.count }, (_, i) => String(i)),
  };
  validateTable(table);
  await writeTable(flags.output, table);
  const right = (values: Float32Array) =>
    label &&
    label.reduce(
      (sum, truth, i) =>
        sum + +(predictedClass(values, i * model.classes, model.classes) === truth),
      0,
    ) / label.length;
  const document = {
    format: 'cede/predict',
    version: 1,
    table: flags.output,
    rows: table.rows,
    classes: model.classes,
    modelAccuracy: right(model.values) ?? null,
    expertAccuracy: right(expert.values) ?? null,
  };
  printResult(
    flags,
    document,
    () =>
      `Wrote ${flags.output}: ${plural(table.rows, 'row')}, ${count(model.classes)} classes${label ? `; model ${percent(document.modelAccuracy!, 2)} right, expert ${percent(document.expertAccuracy!, 2)}` : ', no labels'}.`,
  );
}
