import { encodeModel, GraphBuilder } from '@cede/onnx';
import { architectureOf, type Block, type Layer } from './network/architecture.js';
import type { Network } from './network/network.js';
import { EPSILON, FEATURES } from './network/spec.js';

export interface OnnxOptions {
  /** Names of the classes, kept in the file's metadata as JSON. */
  classes?: readonly string[];
  /** Further pairs for the metadata. */
  metadata?: Readonly<Record<string, string>>;
}

/**
 * The network as an ONNX file. `images` (float32 [rows, channels, height, width], pixels from 0 to
 * 255 as they come) go in; `probabilities` and `logits` (float32 [rows, classes]) come out. The
 * normalisation is part of the graph, so that nobody has to remember it.
 */
export function toOnnx(network: Network, options: OnnxOptions = {}): Uint8Array {
  const { spec } = network;
  const { channels, classes, height, width, mean, deviation } = spec;
  const { stem, blocks } = architectureOf(spec);
  const graph = new GraphBuilder();
  const images = graph.input({
    name: 'images',
    type: 'float32',
    shape: ['rows', channels, height, width],
    documentation: 'pixels from 0 to 255, channels first',
  });
  const perChannel = (hint: string, values: number[]) =>
    graph.floats(hint, [1, channels, 1, 1], values);
  const pixelMean = perChannel(
    'pixel_mean',
    mean.map((value) => 255 * value),
  );
  const pixelDeviation = perChannel(
    'pixel_deviation',
    deviation.map((value) => 255 * value),
  );

  let flow = graph.node('Sub', [images, pixelMean]);
  flow = graph.node('Div', [flow, pixelDeviation]);
  flow = graph.node('Relu', [addLayer(graph, network, stem, flow)]);
  for (const block of blocks) flow = addBlock(graph, network, block, flow);
  flow = graph.node('Flatten', [graph.node('GlobalAveragePool', [flow])], { axis: { int: 1 } });
  const weights = floatsOf(graph, network, 'linear.weight');
  const bias = floatsOf(graph, network, 'linear.bias');
  graph.node('Gemm', [flow, weights, bias], { transB: { int: 1 } }, 'logits');
  graph.node('Softmax', ['logits'], { axis: { int: 1 } }, 'probabilities');
  for (const name of ['probabilities', 'logits']) {
    graph.output({ name, type: 'float32', shape: ['rows', classes] });
  }
  return encodeModel({
    graph: graph.finish(`resnet${spec.depth}`),
    producer: { name: 'cede' },
    metadata: {
      architecture: `ResNet-${spec.depth}, ${FEATURES} features`,
      pixels: '0..255, NCHW',
      ...(options.classes ? { classes: JSON.stringify(options.classes) } : {}),
      ...options.metadata,
    },
  });
}

function addBlock(graph: GraphBuilder, network: Network, block: Block, input: string): string {
  const { first, second } = block;
  const middle = graph.node('Relu', [addLayer(graph, network, first, input)]);
  const main = addLayer(graph, network, second, middle);
  const shortcut = first.stride === 1 ? input : addNarrowShortcut(graph, first, input);
  return graph.node('Relu', [graph.node('Add', [main, shortcut])]);
}

/** Option A: every other pixel, and zero channels on both sides. */
function addNarrowShortcut(
  graph: GraphBuilder,
  { from, to, stride }: Layer,
  input: string,
): string {
  const whole = 2 ** 31 - 1;
  const taken = graph.node('Slice', [
    input,
    graph.integers('starts', [0, 0]),
    graph.integers('ends', [whole, whole]),
    graph.integers('axes', [2, 3]),
    graph.integers('steps', [stride, stride]),
  ]);
  const margin = (to - from) / 2;
  return graph.node('Pad', [taken, graph.integers('pads', [0, margin, 0, 0, 0, margin, 0, 0])]);
}

function addLayer(graph: GraphBuilder, network: Network, layer: Layer, input: string): string {
  const { convolution, norm, stride } = layer;
  const convolved = graph.node('Conv', [input, floatsOf(graph, network, `${convolution}.weight`)], {
    kernel_shape: { ints: [3, 3] },
    pads: { ints: [1, 1, 1, 1] },
    strides: { ints: [stride, stride] },
  });
  const parts = ['weight', 'bias', 'running_mean', 'running_var'];
  const moments = parts.map((part) => floatsOf(graph, network, `${norm}.${part}`));
  return graph.node('BatchNormalization', [convolved, ...moments], { epsilon: { float: EPSILON } });
}

function floatsOf(graph: GraphBuilder, { tensors }: Network, name: string): string {
  const { shape, data } = tensors.get(name)!;
  return graph.floats(name, shape, data);
}
