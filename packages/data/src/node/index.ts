export { tableHash } from './hash.js';
export { type LabelledImages, readImages } from './images.js';
export {
  type Classifier,
  type Images,
  openClassifier,
  type Preparation,
} from './onnx-classifier.js';
export { readTable } from './read-table.js';
export { writeTable } from './write-table.js';
