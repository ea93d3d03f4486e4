import { ELEMENT_TYPES } from './element-types.js';
import type {
  OnnxAttribute,
  OnnxGraph,
  OnnxNode,
  OnnxTensor,
  OnnxType,
  OnnxValue,
} from './model.js';

/**
 * Grows a graph node by node. Names that nobody asked for are made from the operator and a count,
 * so that the same calls give the same names.
 */
export class GraphBuilder {
  readonly #inputs: OnnxValue[] = [];
  readonly #outputs: OnnxValue[] = [];
  readonly #initializers: OnnxTensor[] = [];
  readonly #nodes: OnnxNode[] = [];
  readonly #counts = new Map<string, number>();

  /** Declares an input and returns its name. */
  input(value: OnnxValue): string {
    this.#inputs.push(value);
    return value.name;
  }

  /** Declares that the graph gives the value of this name. */
  output(value: OnnxValue): void {
    this.#outputs.push(value);
  }

  floats(hint: string, shape: readonly number[], values: ArrayLike<number>): string {
    const name = this.#fresh(hint);
    this.#initializers.push({ name, shape, type: 'float32', values: Float32Array.from(values) });
    return name;
  }

  /** Float64 constants, for the few places where float32 would lose what matters. */
  doubles(hint: string, shape: readonly number[], values: ArrayLike<number>): string {
    const name = this.#fresh(hint);
    this.#initializers.push({ name, shape, type: 'float64', values: Float64Array.from(values) });
    return name;
  }

  /** Whole numbers; one dimension unless a shape is given. */
  integers(
    hint: string,
    values: readonly number[],
    shape: readonly number[] = [values.length],
  ): string {
    const name = this.#fresh(hint);
    this.#initializers.push({
      name,
      shape,
      type: 'int64',
      values: BigInt64Array.from(values, (value) => BigInt(value)),
    });
    return name;
  }

  /** Adds a node with one output and returns its name. */
  node(
    operator: string,
    inputs: readonly string[],
    attributes?: Readonly<Record<string, OnnxAttribute>>,
    output = this.#fresh(operator.toLowerCase()),
    domain?: string,
  ): string {
    this.#nodes.push({
      operator,
      inputs,
      outputs: [output],
      attributes,
      ...(domain && { domain }),
    });
    return output;
  }

  cast(input: string, to: OnnxType): string {
    return this.node('Cast', [input], { to: { int: ELEMENT_TYPES[to] } });
  }

  /** Adds a node with several outputs and returns their names. */
  nodes(
    operator: string,
    inputs: readonly string[],
    outputs: number,
    attributes?: Readonly<Record<string, OnnxAttribute>>,
  ): string[] {
    const names = Array.from({ length: outputs }, () => this.#fresh(operator.toLowerCase()));
    this.#nodes.push({ operator, inputs, outputs: names, attributes });
    return names;
  }

  finish(name: string): OnnxGraph {
    return {
      name,
      inputs: [...this.#inputs],
      outputs: [...this.#outputs],
      initializers: [...this.#initializers],
      nodes: [...this.#nodes],
    };
  }

  #fresh(hint: string): string {
    const count = (this.#counts.get(hint) ?? 0) + 1;
    this.#counts.set(hint, count);
    return `${hint}_${count}`;
  }
}
