import { join } from 'node:path';
import { checkTable, expertRight, modelRight, type TableOptions } from '@cede/data';
import { readTable } from '@cede/data/node';
import { describe, expect, it } from 'vitest';

// Accuracies as stated by those who made the tables.
const folder = process.env.CEDE_DATA;
const cases: [string, TableOptions, number, number[]][] = [
  [
    'cifar10h/cifar10h.csv',
    { model: 'resnet110_p*', expert: ['human_single', 'densenet190_p*', 'lowacc_p*'] },
    0.9389,
    [0.9531, 0.9668, 0.8892],
  ],
  ['hatespeech_human/hatespeech.csv', { model: 'base_p*', expert: 'human_single' }, 0.898, [0.903]],
  [
    'snli_bert_roberta/snli.csv',
    { model: 'bert0_p*', expert: ['roberta0_p*', 'roberta1_p*'] },
    0.8978,
    [0.9177, 0.911],
  ],
];
const mean = (values: Float32Array) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe.skipIf(!folder)('real tables (CEDE_DATA)', () => {
  it.each(cases)('%s', async (file, options, model, experts) => {
    const table = await readTable(join(folder!, 'tables', file), options);
    expect(mean(modelRight(table)!)).toBeCloseTo(model, 3);
    table.experts.forEach((expert, which) => {
      expect(mean(expertRight(table, expert)!)).toBeCloseTo(experts[which]!, 3);
    });
    const warned = checkTable(table).map(({ code }) => code);
    expect(warned.includes('vote-in-label')).toBe(file.startsWith('hatespeech'));
  });

  it('an honest truth for the moderators: the other voters', async () => {
    const table = await readTable(join(folder!, 'tables/hatespeech_human/hatespeech.csv'), {
      model: 'base_p*',
      expert: 'human_single',
      labelVotes: 'human_count*',
      leaveExpertOut: true,
    });
    const difference = mean(expertRight(table, table.experts[0]!)!) - mean(modelRight(table)!);
    expect(difference).toBeGreaterThan(-0.045);
    expect(difference).toBeLessThan(-0.03);
    expect(checkTable(table).map(({ code }) => code)).not.toContain('vote-in-label');
  });
});
