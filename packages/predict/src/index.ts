/**
 * Frozen ONNX models run on images or rows, to make prediction tables. The only place that needs
 * onnxruntime.
 *
 * @module
 */

export { type Classifier, type Images, openClassifier, type Preparation } from './classifier.js';
export { type LabelledImages, readImages } from './images.js';
export { type PredictionAsk, type Predictions, predictTable } from './predict-table.js';
