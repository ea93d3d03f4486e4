import type { Table } from '@cede/core';
import { answeredGroupText, groupText } from '@cede/report/words';
import { groupReport, warnings } from '@cede/study';
import type { Command } from 'commander';
import {
  certificatesDocument,
  certificatesText,
  checkCertificates,
} from '../evaluate/certificates.js';
import { unpricedWarning } from '../evaluate/costs.js';
import { evaluatePolicy } from '../evaluate/evaluate-policy.js';
import { evaluationText } from '../evaluate/evaluation-text.js';
import { fittingRowsWarning, fittingShare } from '../evaluate/seen-rows.js';
import { readPolicy } from '../files.js';
import { number, share, whole } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { addTableFlags, type TableFlags } from '../options/table.js';
import { rolesRemembered } from '../roles/remembered.js';
import { readFor } from '../tune/read.js';

interface EvaluateFlags extends TableFlags, OutputFlags {
  seed: number;
  confidence: number;
  errorCost?: number;
}

export function addEvaluate(program: Command): void {
  const command = program
    .command('evaluate')
    .argument('<policy>')
    .argument('<table...>', 'rows with the truth and the expert')
    .option('--seed <n>', 'of the bootstrap', whole('--seed', 0), 0)
    .option('--confidence <share>', 'of the intervals', share('--confidence'), 0.95)
    .option('--error-cost <c>', 'what a wrong answer costs', number('--error-cost', 0))
    .addHelpText('after', '\nExample:\n  cede evaluate policy.json next-week.csv\n');
  addOutputFlags(addTableFlags(command)).action(
    async (path: string, tables: string[], flags: EvaluateFlags) => {
      const policy = await readPolicy(path);
      const loaded = await readFor(policy, tables, flags, flags.seed, 'truth');
      const { table } = loaded;
      const result = evaluatePolicy(policy, table, flags);
      const certificates = checkCertificates(policy, loaded);
      const column = flags.group ?? rolesRemembered(policy, flags).group ?? 'group';
      const groups =
        table.group && groupReport({ ...result.rowsOf(), ...groupsIn(table, column, flags) });
      const { rowsOf: _, ...numbers } = result;
      const fittingRows = fittingShare(policy, loaded);
      const said = [
        ...fittingRowsWarning(fittingRows, loaded.name),
        ...unpricedWarning(policy, table),
        ...warnings(loaded.issues),
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
