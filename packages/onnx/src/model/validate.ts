import { InputError, insist } from '@cede/core';
import type { OnnxGraph, OnnxTensor } from './model.js';

/** Every name is given once, before it is used; every constant has as many numbers as its shape says. */
export function validateGraph(graph: OnnxGraph): void {
  const known = new Set<string>();
  const give = (name: string, where: string) => {
    insist(name !== '', () => `onnx graph ${graph.name}, ${where}: has no name.`);
    insist(
      !known.has(name),
      () => `onnx graph ${graph.name}, ${where}: the name ${name} is given twice.`,
    );
    known.add(name);
  };
  for (const { name } of graph.inputs) give(name, 'inputs');
  for (const tensor of graph.initializers) {
    give(tensor.name, 'initializers');
    validateTensor(graph.name, tensor);
  }
  graph.nodes.forEach(({ operator, inputs, outputs }, i) => {
    const where = `node ${i + 1} (${operator})`;
    for (const input of inputs) {
      // An empty name leaves an optional input out.
      if (input !== '' && !known.has(input))
        throw new InputError(
          `onnx graph ${graph.name}, ${where}: reads ${input}, which nothing before it gives.`,
        );
    }
    for (const output of outputs) if (output !== '') give(output, where);
  });
  for (const { name } of graph.outputs) {
    insist(known.has(name), () => `onnx graph ${graph.name}: nothing gives the output ${name}.`);
  }
}

function validateTensor(graph: string, { name, shape, values }: OnnxTensor): void {
  const expected = shape.reduce((product, size) => product * size, 1);
  insist(
    values.length === expected,
    () =>
      `onnx graph ${graph}, initializer ${name}: ${values.length} values (expected ${expected} for the shape [${shape.join(', ')}]).`,
  );
}
