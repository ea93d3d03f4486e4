import { littleEndian, ProtobufWriter } from '../protobuf/writer.js';
import { ELEMENT_TYPES } from './element-types.js';
import type {
  OnnxAttribute,
  OnnxGraph,
  OnnxModel,
  OnnxNode,
  OnnxTensor,
  OnnxValue,
} from './model.js';
import { validateGraph } from './validate.js';

// The numbers below are field numbers and enum values of onnx.proto, IR version 8 (ONNX 1.12).
const IR_VERSION = 8;
const DEFAULT_OPSET = 17;

/** Operators for classical models, such as trees. */
export const ML = 'ai.onnx.ml';
const ML_OPSET = 3;

/** The bytes of an ONNX file. The same model gives the same bytes. */
export function encodeModel(model: OnnxModel): Uint8Array {
  validateGraph(model.graph);
  const { producer, documentation, metadata = {} } = model;
  const file = new ProtobufWriter().integer(1, IR_VERSION);
  if (producer) file.text(2, producer.name);
  if (producer?.version) file.text(3, producer.version);
  if (documentation) file.text(6, documentation);
  file.message(7, (graph) => writeGraph(graph, model.graph));
  file.message(8, (operators) => operators.text(1, '').integer(2, model.opset ?? DEFAULT_OPSET));
  if (model.graph.nodes.some(({ domain }) => domain === ML))
    file.message(8, (operators) => operators.text(1, ML).integer(2, ML_OPSET));
  for (const [key, value] of Object.entries(metadata))
    file.message(14, (pair) => pair.text(1, key).text(2, value));
  return file.finish();
}

function writeGraph(out: ProtobufWriter, graph: OnnxGraph): void {
  graph.nodes.forEach((node, i) => {
    out.message(1, (message) => writeNode(message, node, `${node.operator}_${i}`));
  });
  out.text(2, graph.name);
  for (const tensor of graph.initializers)
    out.message(5, (message) => writeTensor(message, tensor));
  for (const value of graph.inputs) out.message(11, (message) => writeValue(message, value));
  for (const value of graph.outputs) out.message(12, (message) => writeValue(message, value));
}

function writeNode(out: ProtobufWriter, node: OnnxNode, name: string): void {
  for (const input of node.inputs) out.text(1, input);
  for (const output of node.outputs) out.text(2, output);
  out.text(3, name).text(4, node.operator);
  for (const [key, attribute] of Object.entries(node.attributes ?? {}))
    out.message(5, (message) => writeAttribute(message.text(1, key), attribute));
  if (node.domain) out.text(7, node.domain);
}

function writeAttribute(out: ProtobufWriter, attribute: OnnxAttribute): void {
  if ('float' in attribute) out.float(2, attribute.float).integer(20, 1);
  else if ('int' in attribute) out.integer(3, attribute.int).integer(20, 2);
  else if ('text' in attribute) out.text(4, attribute.text).integer(20, 3);
  else if ('texts' in attribute) {
    for (const value of attribute.texts) out.text(9, value);
    out.integer(20, 8);
  } else if ('floats' in attribute) {
    for (const value of attribute.floats) out.float(7, value);
    out.integer(20, 6);
  } else {
    for (const value of attribute.ints) out.integer(8, value);
    out.integer(20, 7);
  }
}

function writeTensor(out: ProtobufWriter, tensor: OnnxTensor): void {
  for (const size of tensor.shape) out.integer(1, size);
  out.integer(2, ELEMENT_TYPES[tensor.type]).text(8, tensor.name);
  out.bytes(9, littleEndian(tensor.values));
}

function writeValue(out: ProtobufWriter, value: OnnxValue): void {
  out.text(1, value.name).message(2, (type) =>
    type.message(1, (tensor) =>
      tensor.integer(1, ELEMENT_TYPES[value.type]).message(2, (shape) => {
        for (const size of value.shape)
          shape.message(1, (dimension) =>
            typeof size === 'number' ? dimension.integer(1, size) : dimension.text(2, size),
          );
      }),
    ),
  );
  if (value.documentation) out.text(3, value.documentation);
}
