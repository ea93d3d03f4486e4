/** An ONNX model as data. Names connect: a node's inputs are graph inputs, initializers or outputs of earlier nodes. */
export interface OnnxModel {
  readonly graph: OnnxGraph;
  /** Version of the standard operators; 17 unless told. */
  readonly opset?: number;
  readonly producer?: { readonly name: string; readonly version?: string };
  readonly documentation?: string;
  /** Free pairs that travel with the file, written in the order given. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** A graph: inputs, outputs, constants and the operations between them. */
export interface OnnxGraph {
  readonly name: string;
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
  readonly initializers: readonly OnnxTensor[];
  readonly nodes: readonly OnnxNode[];
}

/** An input or output. A dimension that is a word is symbolic: `['rows', 10]`. */
export interface OnnxValue {
  readonly name: string;
  readonly type: OnnxType;
  readonly shape: readonly (number | string)[];
  readonly documentation?: string;
}

/** Types of values in a graph. */
export type OnnxType = 'float32' | 'float64' | 'int64' | 'bool';

/** A constant: floats, or int64 (shapes, indices, axes). No dimensions is a scalar. */
export type OnnxTensor = {
  readonly name: string;
  readonly shape: readonly number[];
} & (
  | { readonly type: 'float32'; readonly values: Float32Array }
  | { readonly type: 'float64'; readonly values: Float64Array }
  | { readonly type: 'int64'; readonly values: BigInt64Array }
);

/** One operation of a graph. */
export interface OnnxNode {
  readonly operator: string;
  /** Of operators that are not standard: trees stand in `ai.onnx.ml`. */
  readonly domain?: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, OnnxAttribute>>;
}

/** Attributes say their type, because 1 may be an integer or a float and ONNX minds. */
export type OnnxAttribute =
  | { readonly int: number }
  | { readonly ints: readonly number[] }
  | { readonly float: number }
  | { readonly floats: readonly number[] }
  | { readonly text: string }
  | { readonly texts: readonly string[] };
