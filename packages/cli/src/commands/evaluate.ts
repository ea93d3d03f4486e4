import { rolesRemembered } from '@cede/data';
import { readForPolicy } from '@cede/data/node';
import { evaluationDocument, evaluationText } from '@cede/report/words';
import { evaluate } from '@cede/study';
import type { Command } from 'commander';
import { readPolicy } from '../files.js';
import { type AnswersFlags, addAnswersFlag } from '../options/answers.js';
import { addCommand } from '../options/command.js';
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

export const addEvaluate = (program: Command) =>
  addCommand(program, {
    name: 'evaluate',
    arguments: {
      '<policy>': '',
      '<table...>': 'rows with the truth and the expert',
    },
    options: {
      '--seed <n>': 'the order of betting tests',
      '--confidence <share>': 'of the intervals',
      '--error-cost <c>': 'what a wrong answer costs',
      '--largest-weight <w>': 'no row weighs more',
      '--largest-cluster <n>': 'no cluster has more rows (default: as certified)',
      '--smallest-propensity <p>':
        'no row was asked about with a smaller probability (default: as certified, or 0.02)',
    },
    defaults: { seed: 0, confidence: 0.95 },
    shared: [addTableFlags, addAnswersFlag, addOutputFlags],
    examples: ['cede evaluate policy.json next-week.csv'],
    action: run,
  });

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
