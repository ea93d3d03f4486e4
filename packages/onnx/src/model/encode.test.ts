import * as ort from 'onnxruntime-node';
import { describe, expect, test } from 'vitest';
import { all, integers, messages, parse, texts } from '../../test/parse.js';
import { GraphBuilder } from './builder.js';
import { encodeModel } from './encode.js';
import type { OnnxGraph, OnnxModel } from './model.js';

/** y = LeakyRelu(x · w + b), summed over the last axis. */
function example(): OnnxModel {
  const builder = new GraphBuilder();
  const x = builder.input({ name: 'x', type: 'float32', shape: ['rows', 3] });
  const w = builder.floats('w', [3, 2], [1, -1, 2, -2, 3, -3]);
  const b = builder.floats('b', [2], [0.5, 0.25]);
  const line = builder.node('Add', [builder.node('MatMul', [x, w]), b]);
  const bent = builder.node('LeakyRelu', [line], { alpha: { float: 0.125 } });
  const axes = builder.integers('axes', [-1]);
  builder.node('ReduceSum', [bent, axes], { keepdims: { int: 0 } }, 'y');
  builder.output({ name: 'y', type: 'float32', shape: ['rows'], documentation: 'the sum' });
  return {
    graph: builder.finish('example'),
    producer: { name: 'cede', version: '0.1.0' },
    metadata: { 'cede.policy': 'abc', note: 'é' },
  };
}

describe('an encoded model', () => {
  test('has the structure of onnx.proto', () => {
    const file = parse(encodeModel(example()));
    expect(integers(file, 1)).toEqual([8]);
    expect(texts(file, 2)).toEqual(['cede']);
    expect(texts(file, 3)).toEqual(['0.1.0']);
    expect(messages(file, 8).map((m) => [texts(m, 1), integers(m, 2)])).toEqual([[[''], [17]]]);
    expect(messages(file, 14).map((m) => [...texts(m, 1), ...texts(m, 2)])).toEqual([
      ['cede.policy', 'abc'],
      ['note', 'é'],
    ]);
    const [graph] = messages(file, 7);
    expect(texts(graph, 2)).toEqual(['example']);
    const nodes = messages(graph, 1);
    expect(nodes.map((node) => texts(node, 4)[0])).toEqual([
      'MatMul',
      'Add',
      'LeakyRelu',
      'ReduceSum',
    ]);
    expect(texts(nodes[0], 1)).toEqual(['x', 'w_1']);
    expect(texts(nodes[3], 2)).toEqual(['y']);
    const [alpha] = messages(nodes[2], 5);
    expect([texts(alpha, 1), integers(alpha, 20)]).toEqual([['alpha'], [1]]);
    expect(new Float32Array(all(alpha, 2)[0].bytes.slice().buffer)[0]).toBe(0.125);
    const [w, , axes] = messages(graph, 5);
    expect([integers(w, 1), integers(w, 2), texts(w, 8)]).toEqual([[3, 2], [1], ['w_1']]);
    expect(new Float32Array(all(w, 9)[0].bytes.slice().buffer)[5]).toBe(-3);
    expect(integers(axes, 2)).toEqual([7]);
    expect(new BigInt64Array(all(axes, 9)[0].bytes.slice().buffer)).toEqual(BigInt64Array.of(-1n));
    const [tensor] = messages(messages(messages(graph, 11)[0], 2)[0], 1);
    const dimensions = messages(messages(tensor, 2)[0], 1);
    expect(dimensions.map((d) => texts(d, 2)[0] ?? integers(d, 1)[0])).toEqual(['rows', 3]);
  });

  test('runs in onnxruntime', async () => {
    const session = await ort.InferenceSession.create(encodeModel(example()));
    const x = new ort.Tensor('float32', Float32Array.of(1, 2, 3, -1, 0, 0), [2, 3]);
    const { y } = await session.run({ x });
    expect(y.dims).toEqual([2]);
    expect([...(y.data as Float32Array)]).toEqual([14.5 - 13.75 / 8, -0.5 / 8 + 1.25]);
  });

  test('is the same bytes twice', () => {
    expect(encodeModel(example())).toEqual(encodeModel(example()));
  });

  test.each<[string, Partial<OnnxGraph>, RegExp]>([
    ['an unknown name', { initializers: [] }, /node 1 \(MatMul\): reads w_1, which nothing/],
    ['a missing output', { nodes: [] }, /nothing gives the output y/],
    ['a name given twice', { inputs: [...Array(2)].map(() => example().graph.inputs[0]) }, /twice/],
    [
      'a wrong shape',
      { initializers: example().graph.initializers.map((t) => ({ ...t, shape: [7] })) },
      /initializer w_1: 6 values \(expected 7 for the shape \[7\]\)/,
    ],
  ])('%s is refused', (_, change, message) => {
    const { graph } = example();
    expect(() => encodeModel({ graph: { ...graph, ...change } })).toThrow(message);
  });
});
