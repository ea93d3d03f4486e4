import { ANSWERS, COMBINED_ANSWERS, createAnswerer } from '../answers/answering.js';
import { decodeFloats } from '../encoding/base64.js';
import { duplicateKey } from '../encoding/duplicate-key.js';
import type { TextHash } from '../encoding/sha256.js';
import { InputError, insist } from '../error.js';
import type { ErrorCode } from '../error-codes.js';
import { BLOCK_DIRECTIONS, BLOCKS } from '../features/blocks.js';
import { CATEGORIES, MISSING_VALUES } from '../features/column-spec.js';
import { CALIBRATED_INPUTS, denseCount, validateFeatureSpec } from '../features/spec.js';
import { layerSizes, type Network, validateShape } from '../network/network.js';
import { MIXED_SHARES, type Scorer, SHARE_DIFFERENCE } from '../scorer/scorer.js';
import { isStoredThreshold, thresholdValue } from '../statistics/stored-threshold.js';
import { readTrees, TREES } from '../trees/pair.js';
import { insistOn } from '../validate/violations.js';
import {
  ANSWER_THRESHOLDS,
  GROUP_THRESHOLDS,
  validateGroupThresholds,
} from './group-thresholds.js';
import type { Policy } from './policy.js';
import { FORMAT, policyChecksum, policyId, VERSION } from './print.js';
import { POLICY_FILE } from './schema.js';

/** Features a file may require of its reader. */
const KNOWN: readonly string[] = [
  GROUP_THRESHOLDS,
  ANSWER_THRESHOLDS,
  CALIBRATED_INPUTS,
  SHARE_DIFFERENCE,
  MIXED_SHARES,
  TREES,
  MISSING_VALUES,
  CATEGORIES,
  BLOCKS,
  BLOCK_DIRECTIONS,
  ANSWERS,
  COMBINED_ANSWERS,
];

/**
 * A policy from its file. A reader refuses what it can't honour: another format, a newer version, a
 * feature in `requires` that it doesn't know. `hash` checks its id: a SHA-256 of the platform's own,
 * where there is a faster one.
 */
export function parsePolicy(text: string, name = 'policy.json', hash?: TextHash): Policy {
  const file = parseJson(text, name);
  const refuse = (what: string, code: ErrorCode = 'policy-damaged', details = {}): never => {
    throw new InputError(what, code, details, name);
  };
  if (file?.format !== FORMAT)
    refuse(
      `is not a cede policy (its format is ${JSON.stringify(file?.format) ?? 'missing'}, expected "${FORMAT}").`,
      'policy-foreign',
    );
  if (!(Number.isInteger(file.version) && file.version >= 1))
    refuse(
      `is damaged: its version is ${JSON.stringify(file.version) ?? 'missing'} (expected a whole number from 1).`,
    );
  if (file.version > VERSION)
    refuse(
      `is of version ${file.version}, this program reads up to ${VERSION}. Update cede.`,
      'policy-newer',
      { version: file.version },
    );
  if (!Array.isArray(file.requires))
    refuse('is damaged: its list of required features is missing.');
  const unknown = file.requires.filter((feature: string) => !KNOWN.includes(feature));
  if (unknown.length > 0)
    refuse(
      `requires ${unknown.join(', ')}, which this program doesn't know. Update cede.`,
      'policy-newer',
      { requires: unknown },
    );
  insistOn(file, POLICY_FILE, `${name}: is damaged`, 'policy-damaged');
  try {
    const policy = build(file);
    if (policy.id !== policyId(policy, hash))
      refuse(`is damaged: its content does not match its id ${policy.id}.`);
    // Files written before there were checksums have none.
    if (file.checksum !== undefined && file.checksum !== policyChecksum(policy, hash))
      refuse(
        `is damaged: its threshold, certificates or columns do not match its checksum ${JSON.stringify(file.checksum)}.`,
      );
    return policy;
  } catch (error) {
    if (error instanceof InputError)
      throw error.code === 'policy-damaged'
        ? error
        : new InputError(error.message, 'policy-damaged', {}, name);
    return refuse('is damaged: a part is missing or has the wrong type.');
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a file can hold anything until it is checked.
function parseJson(text: string, name: string): any {
  const json = text.replace(/^\ufeff/, ''); // an editor's byte-order mark
  let file: unknown;
  try {
    file = JSON.parse(json);
  } catch {
    throw new InputError(
      `is not complete JSON (${text.length} characters); the file is cut off or damaged.`,
      'policy-damaged',
      {},
      name,
    );
  }
  const twice = duplicateKey(json);
  if (twice !== undefined)
    throw new InputError(
      `is damaged: it has the key "${twice}" twice in one place.`,
      'policy-damaged',
      { key: twice },
      name,
    );
  return file;
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
function build(file: any): Policy {
  validateFeatureSpec(file.features);
  const scorer = buildScorer(file);
  const { calibration } = file;
  const bins = calibration.edges.map((edge: unknown, k: number) => ({
    edge: readThreshold(edge),
    rows: finite(calibration.binRows[k]),
    model: finite(calibration.model[k]),
    expert: finite(calibration.expert[k]),
    ...(calibration.modelCost && { modelCost: finite(calibration.modelCost[k]) }),
    ...(calibration.expertCost && { expertCost: finite(calibration.expertCost[k]) }),
    ...(calibration.modelRight && {
      modelRight: finite(calibration.modelRight[k]),
      expertRight: finite(calibration.expertRight[k]),
    }),
  }));
  validateThreshold(file);
  createAnswerer(file.answers, file.classes.length); // refuses what doesn't fit the classes
  return {
    id: file.id,
    classes: file.classes,
    experts: file.experts,
    method: file.method,
    ...(file.choice && { choice: file.choice }),
    options: file.options,
    scorer,
    ...(file.density && { density: file.density }),
    ...(file.answers && { answers: file.answers }),
    calibration: {
      rows: finite(calibration.rows),
      ...(calibration.effectiveRows !== undefined && {
        effectiveRows: finite(calibration.effectiveRows),
      }),
      target: calibration.target,
      inSample: calibration.inSample,
      bins,
    },
    threshold: { ...file.threshold, values: file.threshold.values.map(readThreshold) },
    ...(file.grid && { grid: file.grid }),
    certificates: file.certificates,
    ...(file.dial && { dial: file.dial }),
    ...(file.modelVersion !== undefined && { modelVersion: file.modelVersion }),
    table: file.table,
    ...(file.columns && { columns: file.columns }),
    ...(file.inputMeans && { inputMeans: file.inputMeans.map(finite) }),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
function buildScorer({ features, head, combine, shares, trees, ...file }: any): Scorer {
  const networks: Network[] = file.networks.map(buildNetwork);
  insist(combine === 'confidence' || networks.length > 0, () => 'there is no network.');
  const isShares = combine === SHARE_DIFFERENCE;
  insist(
    isShares || (shares === undefined && trees === undefined),
    () => `a "${combine}" scorer has neither shares nor trees.`,
  );
  const pairs = shares?.length ?? 1;
  // Beside weighed pairs there may be one more output, which is added as it is.
  const expected = shares === undefined ? [2] : [2 * pairs, 2 * pairs + 1];
  for (const network of networks) {
    insist(
      !isShares || expected.includes(network.outputs),
      () => `a network has ${network.outputs} outputs (expected ${expected.join(' or ')}).`,
    );
    insist(
      network.dense === denseCount(features) && network.classes === features.classes,
      () =>
        `a network reads ${network.dense} + ${network.classes} inputs, the features give ${denseCount(features)} + ${features.classes}.`,
    );
  }
  const width = denseCount(features) + 1; // the model's answer is the last
  return {
    ...{ features, networks, head, combine },
    ...(shares && { shares: shares.map(finite) }),
    ...(trees && {
      trees: {
        share: finite(trees.share),
        model: readTrees(trees.model, width, features.classes > 0),
        expert: readTrees(trees.expert, width, features.classes > 0),
      },
    }),
  };
}

/** What must agree beyond the shape of each part. */
function validateThreshold({ threshold, experts }: Pick<Policy, 'threshold' | 'experts'>): void {
  const { values, groups } = threshold;
  insist(
    values.length === experts.length,
    () => `there are ${values.length} thresholds for ${experts.length} experts.`,
  );
  if (groups) validateGroupThresholds(groups);
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
function buildNetwork({ dense, classes, hidden, outputs, layers }: any, n: number): Network {
  const shape = { dense, classes, hidden, outputs };
  validateShape(shape);
  const sizes = layerSizes(shape);
  insist(
    layers.length === sizes.length,
    () => `network ${n + 1} has ${layers.length} layers (expected ${sizes.length}).`,
  );
  return {
    ...shape,
    layers: sizes.map(([inputs, outs], l) => ({
      inputs,
      outputs: outs,
      weights: allFinite(
        decodeFloats(layers[l].weights, inputs * outs, `network ${n + 1}, layer ${l + 1}`),
        n,
        l,
      ),
      biases: allFinite(
        decodeFloats(layers[l].biases, outs, `network ${n + 1}, layer ${l + 1}`),
        n,
        l,
      ),
    })),
  };
}

function allFinite(values: Float32Array, n: number, l: number): Float32Array {
  insist(
    values.every(Number.isFinite),
    () => `network ${n + 1}, layer ${l + 1}: a weight is not a finite number.`,
  );
  return values;
}

function readThreshold(value: unknown): number {
  return isStoredThreshold(value) ? thresholdValue(value) : finite(value);
}

function finite(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new InputError(
      `found ${JSON.stringify(value)} where a number belongs; the file is damaged.`,
    );
  return value;
}
