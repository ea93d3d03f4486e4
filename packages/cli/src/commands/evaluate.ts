import {
  band,
  bootstrapCurves,
  deployed,
  expertAt,
  inputOf,
  lowerProportion,
  outcomesOf,
  type Policy,
  scoreRows,
  settingAt,
  type Table,
  upperProportion,
} from '@cede/core';
import type { Command } from 'commander';
import { readPolicy } from '../files.js';
import { share, whole } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { addTableFlags, type TableFlags, tableOptions } from '../options/table.js';
import { answeredRows, loadTable, warnings } from '../tables.js';
import { percent, plural, points } from '../terminal/numbers.js';

interface EvaluateFlags extends TableFlags, OutputFlags {
  seed: number;
  confidence: number;
}

export function addEvaluate(program: Command): void {
  const command = program
    .command('evaluate')
    .description('A policy on new data: the realised rate and accuracy, with intervals.')
    .argument('<policy>')
    .argument('<table...>', 'rows with the truth and the expert')
    .option('--seed <n>', 'of the bootstrap', whole('--seed', 0), 0)
    .option('--confidence <share>', 'of the intervals', share('--confidence'), 0.95)
    .addHelpText('after', '\nExample:\n  cede evaluate policy.json next-week.csv\n');
  addOutputFlags(addTableFlags(command)).action(
    async (path: string, tables: string[], flags: EvaluateFlags) => {
      const policy = await readPolicy(path);
      const { features } = policy.scorer;
      const loaded = await loadTable(tables, {
        ...tableOptions(flags, flags.seed),
        features: flags.features ?? features.columns.map(({ name }) => name),
        ...(policy.classes.length > 0 && { classes: flags.classes ?? policy.classes }),
      });
      const table = answeredRows(loaded.table, 0);
      const result = evaluatePolicy(policy, table, flags.seed, flags.confidence);
      const document = {
        format: 'cede/evaluate',
        version: 1,
        policy: path,
        id: policy.id,
        table: loaded.name,
        hash: loaded.hash,
        ...result,
        warnings: warnings(loaded.findings),
      };
      printResult(flags, document, () => evaluationText(result, warnings(loaded.findings)));
    },
  );
}

/** Values are fractions; intervals are for this threshold, rows drawn again. */
export function evaluatePolicy(policy: Policy, table: Table, seed: number, confidence: number) {
  const [threshold] = policy.threshold.values;
  const outcomes = outcomesOf(table, 0);
  const scores = scoreRows(policy.scorer, inputOf(table, policy.scorer.features));
  const realised = deployed(scores, threshold, outcomes.model, outcomes.expert, table.weight);
  // The threshold as a method with two scores: its curve at the realised rate is what it achieves.
  const decision = Float32Array.from(scores, (score) => (score <= threshold ? 0 : 1));
  const system = Float32Array.from(decision, (kept, i) =>
    kept ? outcomes.model[i] : outcomes.expert[i],
  );
  const replicates = bootstrapCurves({
    modelValue: outcomes.model,
    expertValue: system,
    methods: [],
    rates: [0, 1],
    weight: table.weight,
    clusters: table.cluster?.index,
    seed,
    resamples: 1000,
  });
  const accuracy = band(replicates, 'expert', undefined, confidence);
  const gain = band(replicates, 'expert', 'model', confidence);
  const tail = (1 - confidence) / 2;
  const expected = settingAt(policy.calibration, threshold);
  const rateInterval =
    table.weight || table.cluster
      ? null
      : {
          lower: lowerProportion(realised.deferred, table.rows, tail),
          upper: upperProportion(realised.deferred, table.rows, tail),
        };
  return {
    rows: table.rows,
    expert: expertAt(table, 0).name,
    target: outcomes.target,
    threshold: Number.isFinite(threshold) ? threshold : threshold > 0 ? 'inf' : '-inf',
    confidence,
    rate: realised.rate,
    rateInterval,
    deferred: realised.deferred,
    rescued: realised.rescued,
    harmed: realised.harmed,
    value: realised.value,
    valueInterval: { lower: accuracy.lower[0], upper: accuracy.upper[0] },
    model: replicates.estimate.get('model')![0],
    expertAlone: mean(outcomes.expert, table.weight),
    gain: gain.estimate[0],
    gainInterval: { lower: gain.lower[0], upper: gain.upper[0] },
    expected: { rate: expected.rate, value: expected.value, inSample: policy.calibration.inSample },
    drifted:
      rateInterval !== null &&
      !policy.calibration.inSample &&
      differs(expected.rate, policy.calibration.rows, realised.rate, table.rows, confidence),
  };
}

function mean(values: Float32Array, weight: Float32Array | undefined): number {
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
  const value = (v: number) => (result.target === 'accuracy' ? percent(v, 2) : (-v).toFixed(4));
  const { gainInterval, valueInterval } = result;
  const gain =
    result.target === 'accuracy'
      ? (v: number) => points(v, 2)
      : (v: number) => (v >= 0 ? '+' : '−') + Math.abs(v).toFixed(4);
  return [
    ...said.map((message) => `warning: ${message}`),
    `${plural(result.rows, 'row')}, threshold ${result.threshold}`,
    `  handed over   ${percent(result.rate, 2)} (${plural(result.deferred, 'case')})${result.rateInterval ? `, ${percent(result.rateInterval.lower)} … ${percent(result.rateInterval.upper)}` : ''}; the calibration rows said ${percent(result.expected.rate, 2)}`,
    `  system        ${value(result.value)} (${value(valueInterval.lower)} … ${value(valueInterval.upper)})`,
    `  model alone   ${value(result.model)}`,
    `  expert alone  ${value(result.expertAlone)}`,
    `  gain          ${gain(result.gain)} (${gain(gainInterval.lower)} … ${gain(gainInterval.upper)})${result.target === 'accuracy' ? ' points' : ''}`,
    ...(result.target === 'accuracy'
      ? [
          `  of the cases handed over, ${plural(result.rescued, 'error')} avoided and ${plural(result.harmed, 'error')} caused`,
        ]
      : []),
    ...(result.drifted
      ? [
          '  These rows are not like the calibration rows: the rate is off by more than chance. Set it on current traffic: cede tune policy.json --rate … --traffic …',
        ]
      : []),
  ].join('\n');
}
