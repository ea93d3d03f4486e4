import { insist, ownColumns, type Policy } from '@cede/core';
import { scorerToOnnx } from './scorer-to-onnx.js';

/** A policy as an ONNX file: its scorer with the threshold it has now. */
export function policyToOnnx(policy: Policy): Uint8Array {
  const { scorer, threshold, classes, id, experts, method, modelVersion } = policy;
  insist(
    threshold.groups === undefined,
    () =>
      `ONNX: this policy has a threshold for each ${threshold.groups?.of === 'answer' ? "of the model's answers" : 'group'}, the graph decides with one and would break what they promise. Set a common threshold first.`,
  );
  return scorerToOnnx({
    scorer,
    thresholds: threshold.values,
    classes,
    id,
    metadata: {
      'cede.revision': String(threshold.revision),
      'cede.method': method,
      'cede.experts': JSON.stringify(experts),
      ...rangesOf(policy),
      ...(modelVersion !== undefined && { 'cede.model_version': modelVersion }),
    },
  });
}

/** The graph flags no unusual values; whoever runs it can, by these. */
function rangesOf({ scorer: { features, combine } }: Policy): Record<string, string> {
  const ranges = ownColumns(features).flatMap(({ name, least, most, deviation }) =>
    least === undefined ? [] : [{ name, least, most, deviation }],
  );
  return ranges.length === 0 || combine === 'confidence'
    ? {}
    : { 'cede.ranges': JSON.stringify(ranges) };
}
