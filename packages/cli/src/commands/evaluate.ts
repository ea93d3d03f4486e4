import {
  band,
  deployed,
  groupThreshold,
  InputError,
  inputOf,
  isRejecting,
  lowerProportion,
  observedValues,
  type Policy,
  policyExpert,
  policyOutcomes,
  REJECT,
  scoreRows,
  settingAt,
  type Table,
  upperProportion,
} from '@cede/core';
import type { Command } from 'commander';
import { againstModel } from '../evaluate/against-model.js';
import {
  certificatesDocument,
  certificatesText,
  checkCertificates,
} from '../evaluate/certificates.js';
import { costsText, realisedCosts, unpricedWarning } from '../evaluate/costs.js';
import { fittingRowsWarning, fittingShare } from '../evaluate/seen-rows.js';
import { readPolicy } from '../files.js';
import { groupReport } from '../groups/group-report.js';
import { answeredGroupText, groupText } from '../groups/group-text.js';
import { share, whole } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { addTableFlags, type TableFlags } from '../options/table.js';
import { rejection, rejectionText, riskInterval } from '../reject/rejection.js';
import { rolesRemembered } from '../roles/remembered.js';
import { warnings } from '../tables.js';
import { finite, fixed, percent, plural, points, signed } from '../terminal/numbers.js';
import { thresholdText } from '../terminal/threshold.js';
import { readFor } from '../tune/read.js';

interface EvaluateFlags extends TableFlags, OutputFlags {
  seed: number;
  confidence: number;
}

export function addEvaluate(program: Command): void {
  const command = program
    .command('evaluate')
    .argument('<policy>')
    .argument('<table...>', 'rows with the truth and the expert')
    .option('--seed <n>', 'of the bootstrap', whole('--seed', 0), 0)
    .option('--confidence <share>', 'of the intervals', share('--confidence'), 0.95)
    .addHelpText('after', '\nExample:\n  cede evaluate policy.json next-week.csv\n');
  addOutputFlags(addTableFlags(command)).action(
    async (path: string, tables: string[], flags: EvaluateFlags) => {
      const policy = await readPolicy(path);
      const loaded = await readFor(policy, tables, flags, flags.seed, 'truth');
      const { table } = loaded;
      const result = evaluatePolicy(policy, table, flags.seed, flags.confidence);
      const certificates = checkCertificates(policy, loaded);
      const column = flags.group ?? rolesRemembered(policy, flags).group ?? 'group';
      const groups =
        table.group && groupReport({ ...result.rowsOf(), ...groupsIn(table, column, flags) });
      const { rowsOf: _, ...numbers } = result;
      const fittingRows = fittingShare(policy, loaded);
      const said = [
        ...fittingRowsWarning(fittingRows, loaded.name),
        ...unpricedWarning(policy, table),
        ...warnings(loaded.findings),
      ];
      const document = {
        format: 'cede/evaluate',
        version: 1,
        policy: path,
        id: policy.id,
        table: loaded.name,
        hash: loaded.hash,
        ...numbers,
        ...(certificates.length > 0 && { certificates: certificatesDocument(certificates) }),
        ...(groups && { groups }),
        fittingRows,
        warnings: said,
      };
      printResult(flags, document, () =>
        [
          evaluationText(result, said),
          ...certificatesText(certificates),
          ...(groups
            ? [
                '',
                ...(result.rejection ? answeredGroupText : groupText)(
                  groups,
                  result.target === 'accuracy',
                ),
              ]
            : []),
        ].join('\n'),
      );
    },
  );
}

const groupsIn = ({ group, weight, cluster }: Table, column: string, flags: EvaluateFlags) => ({
  column,
  names: group!.names,
  index: group!.index,
  weight,
  clusters: cluster?.index,
  confidence: flags.confidence,
  seed: flags.seed,
});

/** Values are fractions; intervals are for this threshold, rows drawn again. */
export function evaluatePolicy(policy: Policy, table: Table, seed: number, confidence: number) {
  const { values, groups } = policy.threshold;
  const [threshold] = values;
  const rejecting = isRejecting(policy);
  const expert = policyExpert(policy, table);
  const { target, model, expert: answers } = policyOutcomes(policy, table);
  if (answers.every(Number.isNaN))
    throw new InputError(
      `expert ${table.experts[expert].name}: has no answer in any row. Give some rows an answer.`,
    );
  // Rows that were not asked count towards the rate; the others stand in for their gain.
  const known = rejecting ? answers : observedValues(table, expert, model, answers);
  const scores = scoreRows(policy.scorer, inputOf(table, policy.scorer.features));
  const thresholdOf = groupThreshold(groups, threshold);
  const margins = Float64Array.from(
    scores,
    (score, i) => score - thresholdOf(table.group?.names[table.group.index[i]]),
  );
  const realised = deployed(margins, 0, model, known, table.weight);
  const share = Float64Array.from(margins, (margin) => (margin <= 0 ? 1 : 0));
  const system = Float64Array.from(share, (handed, i) => (handed ? known[i] : model[i]));
  const replicates = againstModel(model, system, table, seed);
  const accuracy = band(replicates, 'expert', undefined, confidence);
  const gain = band(replicates, 'expert', 'model', confidence);
  const tail = (1 - confidence) / 2;
  const expected = settingAt(policy.calibration, threshold);
  const costs = realisedCosts(policy, table, share, { seed, confidence });
  const rateInterval =
    table.weight || table.cluster
      ? null
      : {
          lower: lowerProportion(realised.deferred, table.rows, tail),
          upper: upperProportion(realised.deferred, table.rows, tail),
        };
  return {
    rows: table.rows,
    expert: rejecting ? REJECT : table.experts[expert].name,
    target,
    threshold: finite(threshold),
    confidence,
    rate: realised.rate,
    rateInterval,
    deferred: realised.deferred,
    rescued: realised.rescued,
    harmed: realised.harmed,
    value: realised.value,
    valueInterval: { lower: accuracy.lower[0], upper: accuracy.upper[0] },
    model: replicates.estimate.get('model')![0],
    expertAlone: mean(known, table.weight),
    gain: gain.estimate[0],
    gainInterval: { lower: gain.lower[0], upper: gain.upper[0] },
    ...(costs && { costs }),
    expected: {
      rate: expected.rate,
      // Costs that were calibrated say nothing about accuracy, nor the other way round.
      value: policy.calibration.target === target ? expected.value : null,
      inSample: policy.calibration.inSample,
    },
    answered: answers.reduce((count, value) => count + +!Number.isNaN(value), 0),
    ...(rejecting && {
      rejection: {
        ...rejection(scores, model, target, share, table),
        riskInterval: riskInterval(share, model, table, target, { seed, confidence }),
      },
    }),
    drifted:
      rateInterval !== null &&
      !groups &&
      !policy.calibration.inSample &&
      differs(expected.rate, policy.calibration.rows, realised.rate, table.rows, confidence),
    /** For what is computed per group. */
    rowsOf: () => ({ share, model, expert: known }),
  };
}

function mean(values: ArrayLike<number>, weight: Float32Array | undefined): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < values.length; i++) {
    const w = weight ? weight[i] : 1;
    sum += w * values[i];
    total += w;
  }
  return sum / total;
}

/** Two shares that can't both be right: their exact intervals, each at half the error, don't meet. */
function differs(p: number, n: number, q: number, m: number, confidence: number): boolean {
  const tail = (1 - confidence) / 4;
  const [k, l] = [Math.round(p * n), Math.round(q * m)];
  return (
    upperProportion(k, Math.round(n), tail) < lowerProportion(l, m, tail) ||
    upperProportion(l, m, tail) < lowerProportion(k, Math.round(n), tail)
  );
}

function evaluationText(
  result: ReturnType<typeof evaluatePolicy>,
  said: readonly string[],
): string {
  const value = (v: number) => (result.target === 'accuracy' ? percent(v, 2) : fixed(-v, 4));
  const { gainInterval, valueInterval, costs } = result;
  // A small loss is a large value.
  const { lower, upper } = valueInterval;
  const [from, to] = result.target === 'accuracy' ? [lower, upper] : [upper, lower];
  const unit = costs?.accuracy ? 'mean cost ' : '';
  const gain = (v: number) => (result.target === 'accuracy' ? points(v, 2) : signed(v, 4));
  const rejecting = result.rejection !== undefined;
  return [
    ...said.map((message) => `warning: ${message}`),
    `${plural(result.rows, 'row')}, threshold ${thresholdText(result.threshold, rejecting)}`,
    `  ${rejecting ? 'turned away ' : 'handed over '}  ${percent(result.rate, 2)} (${plural(result.deferred, 'case')})${result.rateInterval ? `, ${percent(result.rateInterval.lower)} … ${percent(result.rateInterval.upper)}` : ''}; the calibration rows said ${percent(result.expected.rate, 2)}`,
    ...(result.rejection
      ? rejectionText(result.rejection, result.target, result.model)
      : [
          `  system        ${unit}${value(result.value)} (${value(from)} … ${value(to)})`,
          `  model alone   ${unit}${value(result.model)}`,
          `  expert alone  ${unit}${value(result.expertAlone)}`,
        ]),
    ...(result.answered < result.rows
      ? [
          `  ${plural(result.rows - result.answered, 'row')} had no answer of the expert: the others stand in for them, by propensity`,
        ]
      : []),
    ...(rejecting
      ? []
      : [
          `  gain          ${gain(result.gain)} (${gain(gainInterval.lower)} … ${gain(gainInterval.upper)})${result.target === 'accuracy' ? ' points' : ''}`,
        ]),
    ...(result.target === 'accuracy' && !result.rejection
      ? [
          `  of the cases handed over, ${plural(result.rescued, 'error')} avoided and ${plural(result.harmed, 'error')} caused`,
        ]
      : []),
    ...(costs ? costsText(costs) : []),
    ...(result.drifted
      ? [
          '  These rows are not like the calibration rows: the rate is off by more than chance. Set it on current traffic: cede tune policy.json --rate … --traffic …',
        ]
      : []),
  ].join('\n');
}
