import { rolesRemembered } from '@cede/data';
import { readForPolicy } from '@cede/data/node';
import { evaluationDocument, evaluationText } from '@cede/report/words';
import { evaluate } from '@cede/study';
import type { Command } from 'commander';
import { readPolicy } from '../files.js';
import { type AnswersFlags, addAnswersFlag } from '../options/answers.js';
import { number, share, whole } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { addTableFlags, type TableFlags, tableOptions } from '../options/table.js';

interface EvaluateFlags extends TableFlags, OutputFlags, AnswersFlags {
  seed: number;
  confidence: number;
  errorCost?: number;
  largestWeight?: number;
  largestCluster?: number;
  smallestPropensity?: number;
}

export function addEvaluate(program: Command): void {
  const command = program
    .command('evaluate')
    .argument('<policy>')
    .argument('<table...>', 'rows with the truth and the expert')
    .option('--seed <n>', 'of the bootstrap', whole('--seed', 0), 0)
    .option('--confidence <share>', 'of the intervals', share('--confidence'), 0.95)
    .option('--error-cost <c>', 'what a wrong answer costs', number('--error-cost', 0))
    .option('--largest-weight <w>', 'no row weighs more', number('--largest-weight', 0))
    .option(
      '--largest-cluster <n>',
      'no cluster has more rows (default: as certified)',
      number('--largest-cluster', 0),
    )
    .option(
      '--smallest-propensity <p>',
      'no row was asked about with a smaller probability (default: as certified, or 0.02)',
      share('--smallest-propensity'),
    )
    .addHelpText('after', '\nExample:\n  cede evaluate policy.json next-week.csv\n');
  addOutputFlags(addAnswersFlag(addTableFlags(command))).action(run);
}

async function run(path: string, tables: string[], flags: EvaluateFlags): Promise<void> {
  const policy = await readPolicy(path);
  const { seed, confidence, errorCost, answers } = flags;
  const table = await readForPolicy(policy, tables, tableOptions(flags, seed), 'truth');
  const groupColumn = flags.group ?? rolesRemembered(policy, flags).group;
  const { largestWeight, largestCluster, smallestPropensity } = flags;
  const evaluation = evaluate(policy, table, {
    ...{ seed, confidence, errorCost, answers, groupColumn },
    ...{ largestWeight, largestCluster, smallestPropensity },
  });
  printResult(flags, evaluationDocument(evaluation, { path, id: policy.id }), () =>
    evaluationText(evaluation).join('\n'),
  );
}
