/**
 * ONNX files written: a scorer as a graph, or any graph. No dependencies, no Node API.
 *
 * @module
 */

export { GraphBuilder } from './model/builder.js';
export { encodeModel } from './model/encode.js';
export type {
  OnnxAttribute,
  OnnxGraph,
  OnnxModel,
  OnnxNode,
  OnnxTensor,
  OnnxType,
  OnnxValue,
} from './model/model.js';
export { policyToOnnx } from './scorer/policy-to-onnx.js';
export { type ExportedScorer, scorerToOnnx } from './scorer/scorer-to-onnx.js';
