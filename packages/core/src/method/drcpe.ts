import { InputError } from '../error.js';
import { marginalSampleWeights } from '../ideal/marginal.js';
import { divergenceNamed } from '../ideal/registry.js';
import { type IdealWeights, idealWeights } from '../ideal/weights.js';
import type { LossSample } from '../loss/loss-sample.js';
import { ratioNamed } from '../ratio/registry.js';
import { squared } from '../ratio/squared.js';
import { expertKind } from '../table/expert-kinds/registry.js';
import { costUnit, inUnits, lossUnit } from '../table/loss-unit.js';
import { expertLosses, modelLosses, type TableLosses, tableLosses } from '../table/losses.js';
import { observedWeights } from '../table/observed.js';
import { expertAt } from '../table/outcomes.js';
import type { Table } from '../table/table.js';
import { regressionWeights } from '../train/objective.js';
import { type DrcpeSpec, parseDrcpe, printDrcpe } from './drcpe-name.js';
import type { FitOptions, Fitted, Method } from './method.js';
import { fitNetwork } from './network-fit.js';
import { refusing, unusable, withoutExpert } from './refuse.js';

/**
 * The paper's method: estimate the density ratio between the model's and the expert's ideal
 * distributions. Each row weighs w_model on one side and w_expert on the other; the score is the
 * link of their share. MATH: sections 3 and 4.
 */
export function drcpe(name: string): Method {
  const spec = parseDrcpe(name);
  refuseImpossible(spec);
  return refusing({
    name: printDrcpe(spec),
    family: 'drcpe',
    seeded: true,
    deployable: true,
    ...(spec.ratio === 'kliep' && { networkOnly: true as const }),
    whyUnusable: (table, expert) => whyUnusable(spec, table, expert),
    fit: (table, options = {}) => fit(spec, table, options),
  });
}

function fit(spec: DrcpeSpec, table: Table, options: FitOptions): Fitted {
  const expert = options.expert ?? 0;
  const found = spec.marginal
    ? votedLosses(table, spec.loss, expert, options.q)
    : tableLosses(table, spec.loss, expert, options.q);
  const unit = unitOf(found, spec.loss, table);
  const observed = observedWeights(table, expert, expertPresence(found.expert));
  if (spec.gamma === Infinity) return fitChow(table, found, observed, options, unit !== null);
  const losses = unit === null ? found : inUnits(found, unit);

  const divergence = divergenceNamed(spec.divergence);
  const answered = observed ? withoutMissing(losses.expert) : losses.expert;
  const expertRowWeight = observed
    ? observed.map((share, i) => share * (table.weight ? table.weight[i] : 1))
    : table.weight;
  const weigh = (sample: LossSample, gamma: number, rowWeight?: ArrayLike<number>): IdealWeights =>
    spec.marginal
      ? marginalSampleWeights(sample, gamma, spec.loss, table, rowWeight)
      : idealWeights(sample, gamma, divergence, rowWeight);
  const model = weigh(losses.model, spec.gamma, table.weight);
  const other = weigh(answered, spec.gammaExpert, expertRowWeight);
  const plus = new Float32Array(table.rows);
  const minus = new Float32Array(table.rows);
  for (let i = 0; i < table.rows; i++) {
    plus[i] = model.weights[i] * (table.weight ? table.weight[i] : 1);
    minus[i] = other.weights[i] * (expertRowWeight ? expertRowWeight[i] : 1);
  }
  const ratio = ratioNamed(spec.ratio);
  const pi =
    spec.divergence === 'kl' ? model.normaliser / (model.normaliser + other.normaliser) : 0.5;
  return fitNetwork(table, { partial: ratio, plus, minus }, options, 'network', {
    ratio: spec.ratio,
    pi,
  });
}

/** Costs and a table's own losses come in a unit, which must not matter; null where there is none. */
function unitOf(losses: TableLosses, loss: string, { costMatrix }: Table): number | null {
  if (loss === 'cost') return costUnit(costMatrix!);
  return loss === 'given' ? lossUnit(losses) : null;
}

/**
 * Losses against every vote of the truth, where a table has their majority as its label too. An
 * expert who is votes itself is judged by that label: one person against the others' majority.
 */
function votedLosses(table: Table, loss: string, expert: number, q?: number): TableLosses {
  const { label: _label, ...voted } = table;
  const answers = expertAt(table, expert);
  return {
    model: modelLosses(voted, loss, q),
    expert: expertLosses(expertKind(answers).isDrawnFromVotes ? table : voted, answers, loss, q),
  };
}

/** γ = ∞, rescaled: the scorer regresses ½(expert's loss − model's loss), which is Chow's rule. */
function fitChow(
  table: Table,
  losses: { model: LossSample; expert: LossSample },
  observed: Float64Array | undefined,
  options: FitOptions,
  hasUnit: boolean,
): Fitted {
  const model = meanLosses(losses.model);
  const expert = meanLosses(losses.expert);
  const half = model.map((loss, i) => (Number.isNaN(expert[i]) ? 0 : (expert[i] - loss) / 2));
  // The rule knows no scale, weight decay does: beside one dear error all others would be nothing.
  const spread = hasUnit ? rootMeanSquare(half) : 1;
  const target = spread === 1 ? half : half.map((value) => value / spread);
  const weight = observed
    ? observed.map((share, i) => share * (table.weight ? table.weight[i] : 1))
    : table.weight;
  return fitNetwork(
    table,
    { partial: squared, ...regressionWeights(target, weight) },
    options,
    'network',
  );
}

function rootMeanSquare(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return Math.sqrt(sum / values.length) || 1;
}

function meanLosses({ rows, atoms, losses, mass }: LossSample): Float64Array {
  if (!mass) return losses;
  const means = new Float64Array(rows);
  for (let i = 0; i < losses.length; i++) means[Math.floor(i / atoms)] += mass[i] * losses[i];
  return means;
}

/** NaN for rows the expert did not answer, as `observedWeights` expects. */
function expertPresence({ rows, atoms, losses }: LossSample): Float32Array {
  return Float32Array.from({ length: rows }, (_, i) => losses[i * atoms]);
}

/** Missing losses get a number, so that sums stay finite; their weight is 0. */
function withoutMissing(sample: LossSample): LossSample {
  return { ...sample, losses: sample.losses.map((loss) => (Number.isNaN(loss) ? 0 : loss)) };
}

function refuseImpossible(spec: DrcpeSpec): void {
  const name = printDrcpe(spec);
  const ratio = ratioNamed(spec.ratio);
  if (spec.gamma === Infinity || spec.gammaExpert === Infinity) {
    if (spec.gamma !== spec.gammaExpert)
      throw new InputError(
        `method ${name}: γ = inf is a limit of both sides at once. Give both the same γ.`,
        'method-unusable',
        { method: name },
      );
    if (spec.ratio !== 'squared')
      throw new InputError(
        `method ${name}: γ = inf exists only for the squared ratio loss. Leave "${spec.ratio}" out.`,
        'method-unusable',
        { method: name },
      );
    if (spec.divergence !== 'kl')
      throw new InputError(
        `method ${name}: γ = inf exists only for kl. Leave "${spec.divergence}" out.`,
        'method-unusable',
        { method: name },
      );
  }
  if (ratio.needsExpertWeight && spec.gammaExpert === 0)
    throw new InputError(
      `method ${name}: ${spec.ratio} is unbounded below where the expert's weight is 0, which γ = 0 gives. Use squared or logistic, or a larger γ.`,
      'method-unusable',
      { method: name },
    );
  if (ratio.needsExpertWeight && divergenceNamed(spec.divergence).reachesZero)
    throw new InputError(
      `method ${name}: ${spec.ratio} is unbounded below where the expert's weight is 0, which ${spec.divergence} can give. Use squared or logistic, or another divergence.`,
      'method-unusable',
      { method: name },
    );
  if (spec.marginal && spec.divergence !== 'kl')
    throw new InputError(
      `method ${name}: marginal ideals are computed for kl only. Leave "${spec.divergence}" out.`,
      'method-unusable',
      { method: name },
    );
}

function whyUnusable(spec: DrcpeSpec, table: Table, expert: number): InputError | null {
  const name = printDrcpe(spec);
  const nobody = withoutExpert(name, table, expert);
  if (nobody) return nobody;
  const unsuited = expertKind(expertAt(table, expert)).whyLossUnsuited(spec.loss);
  if (unsuited !== null) return unusable(name, unsuited);
  if (spec.loss === 'given')
    return table.modelLoss ? null : unusable(name, 'needs the columns model_loss and expert_loss.');
  if (!table.model && spec.loss !== 'zeroone')
    return unusable(
      name,
      "needs class probabilities, which this table doesn't have. Use drcpe-zeroone.",
    );
  const k = /^top(\d+)$/.exec(spec.loss);
  if (k && Number(k[1]) >= table.classes.length)
    return new InputError(
      `${name}: top-${k[1]} is always right with ${table.classes.length} classes.`,
      'method-unusable',
      { method: name },
    );
  if (spec.loss === 'cost' && !table.costMatrix)
    return unusable(name, 'needs a cost matrix.', 'cost-matrix-missing');
  if (spec.marginal && !table.labelVotes)
    return unusable(name, 'needs several votes per row as the truth.', 'label-votes-missing');
  return null;
}
