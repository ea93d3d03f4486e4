import { basename } from 'node:path';
import { writeTable } from '@cede/data/node';
import { openClassifier, type Preparation, predictTable, readImages } from '@cede/predict';
import { PREDICT_OPTIONS, predictionDocument, predictionText } from '@cede/report/words';
import { refuseOverwriting, refuseUnwritable } from '@cede/run/node';
import type { Command } from 'commander';
import { addCommand } from '../options/command.js';
import { list, number } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { watched } from '../terminal/watched.js';
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

export const addPredict = (program: Command) =>
  addCommand(program, {
    name: 'predict',
    options: PREDICT_OPTIONS,
    required: ['model', 'expert', 'images', 'output'],
    takes: {
      scale: (option) => number(option, 1e-9),
      ...{ mean: numbers, std: numbers },
      layout: ['nchw', 'nhwc'],
    },
    shared: [addOutputFlags],
    examples: [
      'cede predict --model small.onnx --expert large.onnx --images photos.npz -o predictions.parquet',
    ],
    action: predict,
  });

async function predict(flags: PredictFlags): Promise<void> {
  const { model, expert, classes, output } = flags;
  await refuseUnwritable(output);
  await refuseOverwriting(output, [model, expert, flags.images]);
  const labelled = await readImages(flags.images, flags.split);
  // Images are read and run in this thread, which hears no signal.
  const predicted = await watched('predict', flags, 'nothing', async ({ show, release }) => {
    release();
    const preparation = preparationOf(flags, labelled.images.channels);
    return predictTable(labelled, {
      model: await openClassifier(model, preparation),
      expert: await openClassifier(expert, preparation),
      expertName: basename(expert).replace(/\.onnx$/, ''),
      classes,
      onProgress: (done) => show('predict', done),
    });
  });
  await writeTable(output, predicted.table);
  printResult(flags, predictionDocument(predicted, output), () =>
    predictionText(predicted, output),
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
