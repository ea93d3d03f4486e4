import { prepareScores, scoreParts } from '@cede/data/node';
import { count, SCORE_OPTIONS, scoredText } from '@cede/report/words';
import { lockFolder, removeAbandoned } from '@cede/run/node';
import type { Command } from 'commander';
import { readPolicy } from '../files.js';
import { addCommand } from '../options/command.js';
import { list } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { addDecidingFlags, type TableFlags, tableOptions } from '../options/table.js';
import { watched } from '../terminal/watched.js';

type ScoreFlags = TableFlags & OutputFlags & { output: string; keep?: string[] };

export const addScore = (program: Command) =>
  addCommand(program, {
    name: 'score',
    arguments: {
      '<policy>': '',
      '<parts...>': 'files of any size, or a glob',
    },
    options: SCORE_OPTIONS,
    required: ['output'],
    takes: { keep: () => list },
    shared: [addDecidingFlags, addOutputFlags],
    examples: ["cede score policy.json 'part-*.parquet' -o scored"],
    action: score,
  });

async function score(path: string, parts: string[], flags: ScoreFlags): Promise<void> {
  prepareScores().catch(() => undefined); // beside reading the policy; who scores hears of a failure
  const policy = await readPolicy(path);
  const lock = await lockFolder(flags.output, `--output ${flags.output}`);
  const scored = await watched('score', flags, 'on disk', async ({ signal, show }) => {
    await removeAbandoned(flags.output); // what a killed run left half-written
    return scoreParts(policy, parts, flags.output, {
      columns: tableOptions(flags, 0),
      keep: flags.keep,
      signal,
      onProgress: (done, of, rows) =>
        show('score', done / of, `${done} of ${of} parts, ${count(rows)} rows`),
    });
  }).finally(lock.release);
  const document = { format: 'cede/scored', version: 1, ...scored, output: flags.output };
  printResult(flags, document, () => scoredText(scored, flags.output));
}
