import { InputError } from '../error.js';
import type { LossSample } from '../ideal/weights.js';
import type { Loss } from '../loss/loss.js';
import { lossNamed } from '../loss/registry.js';
import { expertAt } from './outcomes.js';
import type { Expert, Table } from './table.js';

/** Losses of the model and the expert on every row, as samples that ideal weights start from. */
export interface TableLosses {
  readonly model: LossSample;
  readonly expert: LossSample;
}

/** Losses of the model and of one expert, by row. */
export function tableLosses(
  table: Table,
  lossName: string,
  expertIndex: number,
  q?: number,
): TableLosses {
  const expert = expertAt(table, expertIndex);
  return {
    model: modelLosses(table, lossName, q),
    expert: expertLosses(table, expert, lossName, q),
  };
}

/** The model's losses of every row. */
export function modelLosses(table: Table, lossName: string, q?: number): LossSample {
  if (lossName === 'given') return single(table.modelLoss ?? missing('model_loss', '"given"'));
  if (!table.model) {
    if (lossName !== 'zeroone')
      throw new InputError(
        `loss ${lossName}: the table has no class probabilities. Use zeroone (with model_correct) or given (with model_loss).`,
      );
    return single(
      (table.modelCorrect ?? missing('model_correct', 'zeroone')).map((right) => 1 - right),
    );
  }
  const loss = namedLoss(table, lossName, q);
  const { model } = table;
  const classes = table.classes.length;
  return perTruth(table, (row, truth) =>
    loss.ofProbabilities(model, row * classes, classes, truth),
  );
}

export function expertLosses(
  table: Table,
  expert: Expert,
  lossName: string,
  q?: number,
): LossSample {
  const classes = table.classes.length;
  if (expert.kind === 'losses') {
    if (lossName !== 'given')
      throw new InputError(
        `loss ${lossName}: expert ${expert.name} has losses of its own. Use given.`,
      );
    return single(expert.losses);
  }
  if (expert.kind === 'correct') {
    if (lossName !== 'zeroone')
      throw new InputError(
        `loss ${lossName}: expert ${expert.name} is only right or wrong. Use zeroone.`,
      );
    return single(expert.correct.map((right) => 1 - right));
  }
  if (lossName === 'given') missing('expert_loss', '"given"');
  const loss = namedLoss(table, lossName, q);
  if (expert.kind === 'votes') return perVote(table, expert.votes, loss);
  if (expert.kind === 'labels') {
    return perTruth(table, (row, truth) =>
      expert.labels[row] < 0 ? Number.NaN : loss.ofAnswer(expert.labels[row], truth, classes),
    );
  }
  return perTruth(table, (row, truth) => {
    const { probabilities } = expert;
    return Number.isNaN(probabilities[row * classes])
      ? Number.NaN
      : loss.ofProbabilities(probabilities, row * classes, classes, truth);
  });
}

function namedLoss(table: Table, name: string, q?: number): Loss {
  return lossNamed(name, { q, costMatrix: table.costMatrix, classes: table.classes.length });
}

function missing(column: string, loss: string): never {
  throw new InputError(
    `loss ${loss}: the table has no ${column} column. Add it, or choose another loss.`,
  );
}

function single(losses: ArrayLike<number>): LossSample {
  return { rows: losses.length, atoms: 1, losses: Float64Array.from(losses) };
}

/** One loss a row; with votes as the truth, one a class, weighted by the votes. */
function perTruth(table: Table, lossOf: (row: number, truth: number) => number): LossSample {
  const { rows, label, labelVotes } = table;
  if (label)
    return {
      rows,
      atoms: 1,
      losses: Float64Array.from({ length: rows }, (_, i) => lossOf(i, label[i])),
    };
  if (!labelVotes) throw new InputError('table: there is no label. Name its column with --label.');
  const atoms = table.classes.length;
  const losses = new Float64Array(rows * atoms);
  for (let i = 0; i < losses.length; i++) losses[i] = lossOf(Math.floor(i / atoms), i % atoms);
  return { rows, atoms, losses, mass: shares(labelVotes, rows, atoms) };
}

function perVote(table: Table, votes: Float32Array, loss: Loss): LossSample {
  const { rows, label } = table;
  if (!label)
    throw new InputError(
      'table: expert and truth are both votes. Split them into a label and an expert, or pass --expert-panel.',
    );
  const atoms = table.classes.length;
  const mass = shares(votes, rows, atoms);
  const losses = Float64Array.from({ length: rows * atoms }, (_, i) =>
    Number.isNaN(mass[i])
      ? Number.NaN // nobody voted: not asked
      : loss.ofAnswer(i % atoms, label[Math.floor(i / atoms)], atoms),
  );
  return { rows, atoms, losses, mass: mass.map((share) => (Number.isNaN(share) ? 0 : share)) };
}

function shares(votes: Float32Array, rows: number, atoms: number): Float64Array {
  const mass = new Float64Array(rows * atoms);
  for (let row = 0; row < rows; row++) {
    let total = 0;
    for (let a = 0; a < atoms; a++) total += votes[row * atoms + a];
    for (let a = 0; a < atoms; a++) mass[row * atoms + a] = votes[row * atoms + a] / total;
  }
  return mass;
}
