import { InputError, predictedClass, type Table, validateTable } from '@cede/core';
import type { Classifier, Images } from './classifier.js';
import type { LabelledImages } from './images.js';

/** What is asked of two frozen models. */
export interface PredictionAsk {
  readonly model: Classifier;
  readonly expert: Classifier;
  /** What the expert is called in the table. */
  readonly expertName: string;
  /** Class names; numbers from 0 where left out. */
  readonly classes?: readonly string[];
  /** Told the share that is done, from 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

/** A prediction table made by two frozen models, and how often each was right (where labels are known). */
export interface Predictions {
  readonly table: Table;
  readonly modelAccuracy?: number;
  readonly expertAccuracy?: number;
}

/** Both models answer every image: the table that everything else starts from. */
export async function predictTable(
  { images, label }: LabelledImages,
  { model, expert, expertName, classes, onProgress }: PredictionAsk,
): Promise<Predictions> {
  const answers = (side: Classifier, from: number) =>
    side.probabilities(images, (done) => onProgress?.(from + done / 2));
  const ofModel = await answers(model, 0);
  const ofExpert = await answers(expert, 0.5);
  const count = ofModel.classes;
  if (count !== ofExpert.classes)
    throw new InputError(
      `predict: ${model.name} gives ${count} classes, ${expert.name} gives ${ofExpert.classes}.`,
    );
  if (classes && classes.length !== count)
    throw new InputError(
      `predict: ${classes.length} class names (expected ${count}, one for each class of ${model.name}).`,
    );
  const table: Table = {
    rows: images.count,
    classes: classes ?? Array.from({ length: count }, (_, c) => String(c)),
    ...(label && { label }),
    model: ofModel.values,
    experts: [{ name: expertName, kind: 'probabilities', probabilities: ofExpert.values }],
    columns: [],
    id: idsOf(images),
  };
  validateTable(table);
  return {
    table,
    ...(label && {
      modelAccuracy: accuracy(ofModel.values, label, count),
      expertAccuracy: accuracy(ofExpert.values, label, count),
    }),
  };
}

const idsOf = ({ count }: Images) => Array.from({ length: count }, (_, i) => String(i));

function accuracy(values: Float32Array, label: Int32Array, classes: number): number {
  let right = 0;
  for (let i = 0; i < label.length; i++)
    right += +(predictedClass(values, i * classes, classes) === label[i]);
  return right / label.length;
}
