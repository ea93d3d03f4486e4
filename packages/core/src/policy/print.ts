import { ANSWERS, COMBINED_ANSWERS } from '../answers/answering.js';
import { encodeFloats } from '../encoding/base64.js';
import { sha256, type TextHash } from '../encoding/sha256.js';
import { BLOCK_DIRECTIONS, BLOCKS } from '../features/blocks.js';
import { columnRequirements } from '../features/column-spec.js';
import { CALIBRATED_INPUTS } from '../features/spec.js';
import { MIXED_SHARES, SHARE_DIFFERENCE } from '../scorer/scorer.js';
import { storeThreshold } from '../statistics/stored-threshold.js';
import { storeTrees, TREES } from '../trees/pair.js';
import { ANSWER_THRESHOLDS, GROUP_THRESHOLDS } from './group-thresholds.js';
import type { Policy } from './policy.js';

/**
 * policy.json: a policy as text; parse.ts reads it back. Keys stand in a fixed order and numbers
 * print as JavaScript prints them everywhere, so the same policy is the same bytes.
 */
export const FORMAT = 'cede/policy';
export const VERSION = 1;

/** One line a key: short enough to read the head of, and to compare with a line-based diff. */
export function printPolicy(policy: Policy): string {
  const { groups } = policy.threshold;
  const requires = [
    ...(groups ? [groups.of === 'answer' ? ANSWER_THRESHOLDS : GROUP_THRESHOLDS] : []),
    ...(policy.scorer.features.calibrated ? [CALIBRATED_INPUTS] : []),
    ...(policy.scorer.combine === SHARE_DIFFERENCE ? [SHARE_DIFFERENCE] : []),
    ...(policy.scorer.shares ? [MIXED_SHARES] : []),
    ...(policy.scorer.trees ? [TREES] : []),
    ...columnRequirements(policy.scorer.features.columns),
    ...(policy.scorer.features.blocks ? [BLOCKS] : []),
    ...(policy.scorer.features.blocks?.some(({ direction }) => direction !== undefined)
      ? [BLOCK_DIRECTIONS]
      : []),
    ...(policy.answers ? [ANSWERS] : []),
    ...(policy.answers?.combine ? [COMBINED_ANSWERS] : []),
  ];
  const { id, ...rest } = plain(policy);
  const checksum = policyChecksum(policy);
  const file = { format: FORMAT, version: VERSION, requires, id, checksum, ...rest };
  const lines = Object.entries(file).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

/**
 * The policy's name: a hash of all that stays when the dial is turned. The columns that it remembers
 * decide nothing, nor do answers that were right beside what errors cost: a reader that doesn't know
 * them must find the same name.
 */
export function policyId(policy: Omit<Policy, 'id'>, hash: TextHash = sha256): string {
  const {
    threshold: _threshold,
    certificates: _certificates,
    dial: _dial,
    columns: _columns,
    inputMeans: _means,
    ...rest
  } = plain({ id: '', ...policy });
  const calibration = {
    ...rest.calibration,
    ...{ effectiveRows: undefined, modelRight: undefined, expertRight: undefined },
  };
  const named = { format: FORMAT, version: VERSION, ...rest, calibration, id: undefined };
  return hash(JSON.stringify(named)).slice(0, 16);
}

/**
 * A hash of what the id leaves out, so that a flipped digit is found anywhere in a file: thresholds
 * and those of groups, certificates and bounds, remembered columns, right answers beside costs, and
 * how many rows the weights leave.
 */
export function policyChecksum(policy: Policy, hash: TextHash = sha256): string {
  const { id, threshold, certificates, dial, columns, calibration, inputMeans } = plain(policy);
  const { effectiveRows, modelRight, expertRight } = calibration;
  const parts = {
    ...{ id, threshold, certificates, dial, columns, modelRight, expertRight, inputMeans },
    effectiveRows,
  };
  return hash(JSON.stringify(parts)).slice(0, 16);
}

function plain(policy: Policy) {
  const { scorer, calibration, threshold, density } = policy;
  return {
    id: policy.id,
    method: policy.method,
    experts: policy.experts,
    threshold: { ...threshold, values: threshold.values.map(storeThreshold) },
    classes: policy.classes,
    options: policy.options,
    ...(policy.choice && { choice: policy.choice }),
    ...(density && { density }),
    ...(policy.answers && { answers: policy.answers }),
    ...(policy.modelVersion !== undefined && { modelVersion: policy.modelVersion }),
    table: policy.table,
    ...(policy.columns && { columns: policy.columns }),
    ...(policy.inputMeans && { inputMeans: policy.inputMeans }),
    certificates: policy.certificates,
    ...(policy.dial && { dial: policy.dial }),
    ...(policy.grid && { grid: policy.grid }),
    calibration: {
      rows: calibration.rows,
      ...(calibration.effectiveRows !== undefined && { effectiveRows: calibration.effectiveRows }),
      target: calibration.target,
      inSample: calibration.inSample,
      // Column by column: a tenth of the size of a list of objects, and still readable.
      edges: calibration.bins.map(({ edge }) => storeThreshold(edge)),
      binRows: calibration.bins.map(({ rows }) => rows),
      model: calibration.bins.map(({ model }) => model),
      expert: calibration.bins.map(({ expert }) => expert),
      ...(calibration.bins[0]?.modelCost !== undefined && {
        modelCost: calibration.bins.map(({ modelCost }) => modelCost!),
      }),
      ...(calibration.bins[0]?.expertCost !== undefined && {
        expertCost: calibration.bins.map(({ expertCost }) => expertCost!),
      }),
      ...(calibration.bins[0]?.modelRight !== undefined && {
        modelRight: calibration.bins.map(({ modelRight }) => modelRight!),
        expertRight: calibration.bins.map(({ expertRight }) => expertRight!),
      }),
    },
    features: scorer.features,
    head: scorer.head,
    combine: scorer.combine,
    ...(scorer.shares && { shares: scorer.shares }),
    ...(scorer.trees && {
      trees: {
        share: scorer.trees.share,
        model: storeTrees(scorer.trees.model),
        expert: storeTrees(scorer.trees.expert),
      },
    }),
    networks: scorer.networks.map(({ dense, classes, hidden, outputs, layers }) => ({
      dense,
      classes,
      hidden,
      outputs,
      layers: layers.map(({ weights, biases }) => ({
        weights: encodeFloats(weights),
        biases: encodeFloats(biases),
      })),
    })),
  };
}
