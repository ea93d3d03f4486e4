import { describe, expect, it } from 'vitest';
import { caseReader } from './case-reader.js';
import { checkTable } from './check/check.js';
import { capturedNames } from './column-patterns.js';
import type { TableOptions } from './options.js';
import { readTableFrom } from './read-table.js';

const csv = (...lines: string[]) => `${lines.join('\n')}\n`;

describe('roles', () => {
  it('are found by name', async () => {
    const table = await readTableFrom(
      csv(
        'id,label,model_p1,model_p0,expert_label,f_length,group',
        'a,1,.75,.25,0,12,x',
        'b,0,.5,.5,,3,y',
      ),
      't.csv',
    );
    expect(table).toMatchObject({
      rows: 2,
      classes: ['0', '1'],
      label: Int32Array.of(1, 0),
      model: Float32Array.of(0.25, 0.75, 0.5, 0.5),
      experts: [{ name: 'expert', kind: 'labels', labels: Int32Array.of(0, -1) }],
      columns: [{ name: 'f_length', values: Float32Array.of(12, 3) }],
      id: ['a', 'b'],
      group: { names: ['x', 'y'], index: Int32Array.of(0, 1) },
      sources: [{ name: 't.csv', rows: 2 }],
    });
  });

  it('are found by glob, several experts named, numbered columns in the order of their numbers', async () => {
    const numbers = Array.from({ length: 11 }, (_, k) => k);
    const shuffled = [10, ...numbers.slice(0, 10)];
    const table = await readTableFrom(
      csv(
        `truth,person,${shuffled.map((k) => `net_p${k}`).join()},${numbers.map((k) => `votes${k}`).join()}`,
        `10,3,1,${'0,'.repeat(10)}${numbers.map((k) => (k === 4 ? 5 : 0)).join()}`,
      ),
      't.csv',
      { label: 'truth', model: 'net_p*', expert: ['person', 'crowd=votes*'] },
    );
    expect(table.model!.indexOf(1)).toBe(10);
    expect(table.experts.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
      'person: labels',
      'crowd: votes',
    ]);
    const panel = await readTableFrom(
      csv('label,model_0,model_1,crowd0,crowd1', '1,0,1,1,3'),
      't.csv',
      {
        expert: 'crowd*',
        expertPanel: true,
      },
    );
    expect(panel.experts[0]).toMatchObject({
      kind: 'probabilities',
      probabilities: Float32Array.of(0.25, 0.75),
    });
  });

  it('work without classes', async () => {
    const table = await readTableFrom(
      csv(
        'model_correct,expert_correct,f_a,model_cost,expert_cost',
        '1,0,.5,2,3',
        'False,True,.25,2,3',
        '0,,1,2,3',
      ),
      't.csv',
    );
    expect(table.classes).toEqual([]);
    expect([...table.modelCorrect!]).toEqual([1, 0, 0]);
    expect(table.experts[0]).toMatchObject({ kind: 'correct', cost: Float32Array.of(3, 3, 3) });
    const labelled = csv('label,model_correct,expert_correct', '7,1,0');
    expect(await readTableFrom(labelled, 't.csv')).not.toHaveProperty('label');
    await expect(readTableFrom(labelled, 't.csv', { label: 'label' })).rejects.toThrow(
      /no model columns found that hold probabilities, which a label needs/,
    );
    const mixed = csv('model_correct,e_0,e_1', '1,.5,.5');
    await expect(readTableFrom(mixed, 't.csv', { expert: 'e_*' })).rejects.toThrow(
      /expert "e" is one number a class but the model has no class probabilities/,
    );
    const losses = await readTableFrom(csv('model_loss,expert_loss,f_a', '1.5,.25,1'), 't.csv');
    expect(losses.experts[0]).toMatchObject({ kind: 'losses', losses: Float32Array.of(0.25) });
  });

  it('refuse a cost below 0, by column and row', async () => {
    const reading = (...rows: string[]) =>
      readTableFrom(
        csv('model_correct,expert_correct,f_a,model_cost,expert_cost', ...rows),
        't.csv',
      );
    await expect(reading('1,0,.5,0,0', '0,1,.5,2,-3')).rejects.toThrow(
      /row 2.*column "expert_cost" is -3 \(expected a number ≥ 0\)/,
    );
    await expect(reading('1,0,.5,-0.5,1')).rejects.toThrow(
      /row 1.*column "model_cost" is -0\.5 \(expected a number ≥ 0\)/,
    );
    const free = await reading('1,0,.5,0,0');
    expect(free.experts[0].cost).toEqual(Float32Array.of(0));
  });

  it('need no label and no expert where the table is traffic', async () => {
    const text = csv('model_0,model_1', '.5,.5');
    await expect(readTableFrom(text, 't.csv')).rejects.toThrow(/no column "label".*with "label"/);
    const table = await readTableFrom(text, 't.csv', { unlabelled: true });
    expect(table).toMatchObject({ rows: 1, experts: [] });
    expect(table.label).toBeUndefined();
  });

  it('missing or ambiguous are named with what there is', async () => {
    const text = csv('label,model_0,model_1,expert_label', '0,1,0,0');
    const reading = (options: object) => readTableFrom(text, 't.csv', options);
    await expect(reading({ label: 'truth' })).rejects.toThrow(/no column "truth".*label, model_0/);
    await expect(reading({ expert: 'human_*' })).rejects.toThrow(/no column matches "human_\*"/);
    await expect(reading({ model: 'model_0' })).rejects.toThrow(
      /one column, "model_0".*at least 2\)\. If it says whether the answer was right .* Else give all of them, for instance model: 'model_\*'; of two classes, add a column .* 1 minus this one\./,
    );
    // An answer with its confidence is all that many tables have, under this name or another.
    const sure = csv('label,model,sure,expert_label', '0,.9,.9,0');
    for (const model of [undefined, 'model', 'sure'])
      await expect(readTableFrom(sure, 't.csv', { model })).rejects.toThrow(
        /model has one column, "(model|sure)".* for instance model: 'p_\*'; .* If you know only the answer and how sure the model was of it, add a column model_correct /,
      );
    await expect(reading({ model: 'model_0', classes: ['0', '1'] })).rejects.toThrow(/'model_\*'/);
    await expect(reading({ expert: 'expert_lable' })).rejects.toThrow(
      /the table has label, .*\)\. Did you mean expert_label\?$/,
    );
    await expect(reading({ expert: 'human' })).rejects.toThrow(/expert_label\)\.$/);
    await expect(reading({ label: 'y' })).rejects.toThrow(/expert_label\)\.$/);
    await expect(reading({ expert: 'mode__*' })).rejects.toThrow(/expert_label\)\.$/);
    await expect(reading({ weight: 'm*' })).rejects.toThrow(/matches 2 columns/);
    await expect(
      readTableFrom(csv('label,model_0,model_2,expert_label', '0,1,0,0'), 't.csv'),
    ).rejects.toThrow(/numbered 0 … 2 but 1 is missing/);
  });
});

describe('classes', () => {
  it('take their names from the columns, and an expert in another order is brought into line', async () => {
    const table = await readTableFrom(
      csv('label,model_p_dog,model_p_cat,expert_p_cat,expert_p_dog', 'cat,.75,.25,.9375,.0625'),
      't.csv',
    );
    expect(table.classes).toEqual(['dog', 'cat']);
    expect([...table.label!]).toEqual([1]);
    expect(table.experts[0]).toMatchObject({ probabilities: Float32Array.of(0.0625, 0.9375) });
  });

  it('are the same by x_p* and x_p_*, for everyone', async () => {
    const header = 'label,a_p_cat,a_p_dog,e.cat,e.dog,v-cat,v-dog';
    const text = csv(header, 'dog,.25,.75,.5,.5,1,3');
    const read = (model: string, expert: string) =>
      readTableFrom(text, 't.csv', { model, expert, labelVotes: 'v*' });
    const plain = await read('a_p_*', 'e.*');
    expect(plain.classes).toEqual(['cat', 'dog']);
    expect([...plain.labelVotes!]).toEqual([1, 3]);
    expect(await read('a_p*', 'e*')).toEqual(plain);
    expect(capturedNames('a*', ['a_', 'a_b'])).toEqual(['_', '_b']);
    expect(capturedNames('a*', ['a_b', 'a.c'])).toEqual(['_b', '.c']);
    expect(capturedNames('a*', ['a__b', 'a_c'])).toEqual(['_b', 'c']);
    const numbered = csv('label,a_p_1,a_p_0,human', '0,.25,.75,1');
    const options = { model: 'a_p*', expert: 'human' };
    expect((await readTableFrom(numbered, 't.csv', options)).classes).toEqual(['0', '1']);
  });

  it('that some columns are missing of are named', async () => {
    const text = csv('label,a_p_cat,human', 'dog,.25,cat');
    const options = { model: 'a_p*', expert: 'human', classes: ['cat', 'dog', 'cow'] };
    await expect(readTableFrom(text, 't.csv', options)).rejects.toThrow(
      'table t.csv: model has one column, "a_p_cat" (expected one probability a class, at least 2). There is none for dog, cow.',
    );
    const two = csv('label,a_p_cat,a_p_cow,human', 'dog,.25,.75,cat');
    await expect(readTableFrom(two, 't.csv', options)).rejects.toThrow(/There is none for dog\.$/);
    const read = caseReader(3, { ...options, expert: undefined });
    expect(() => read({ a_p_cat: 1 })).toThrow(/There is none for dog, cow\.$/);
    expect(() => read({ a_p_cat: 1, a_p_dog: 0 })).toThrow(
      '2 model probabilities (expected 3). There is none for cow.',
    );
    expect(() => read({ a_p_0: 1, a_p_1: 0 })).toThrow(/\(expected 3\)\.$/);
  });

  it('labels that count from 1 beside columns that count from 0 are told so', async () => {
    const read = (rows: string[], classes?: string[]) =>
      readTableFrom(csv('label,m_0,m_1,m_2,human', ...rows), 't.csv', {
        ...{ model: 'm_*', expert: 'human' },
        ...(classes && { classes }),
      });
    const rows = ['1,.5,.25,.25,2', '3,.5,.25,.25,3'];
    await expect(read(rows)).rejects.toThrow(
      'row 2: the label is "3", which is none of the 3 classes (0, 1, 2). Labels seem to count from 1: pass classes: \'1,2,3\'.',
    );
    const table = await read(rows, ['1', '2', '3']);
    expect([...table.label!]).toEqual([0, 2]);
    for (const other of ['0,.5,.25,.25,2', '4,.5,.25,.25,2', '1.5,.5,.25,.25,2'])
      await expect(read([...rows, other])).rejects.toThrow(/for other names, pass "classes"/);
  });

  it('are the sorted labels where columns are numbered, with a note, or as the option says', async () => {
    const text = csv('label,model_0,model_1,expert_label', 'dog,.75,.25,cat');
    const sorted = await readTableFrom(text, 't.csv');
    expect(sorted.classes).toEqual(['cat', 'dog']);
    expect(checkTable(sorted).map(({ code }) => code)).toContain('class-order');
    const given = await readTableFrom(text, 't.csv', { classes: ['dog', 'cat'] });
    expect([...given.label!]).toEqual([0]);
    await expect(readTableFrom(`${text}bird,.5,.5,cat\n`, 't.csv')).rejects.toThrow(
      /3 different.*"classes"/,
    );
  });

  it('may be counted from 1', async () => {
    const table = await readTableFrom(
      csv('label,model_1,model_2,expert_label', '2,.5,.5,1'),
      't.csv',
    );
    expect([...table.label!]).toEqual([1]);
  });
});

describe('numbers', () => {
  it('sums within 0.01 of 1 are divided by their sum; logits are softmaxed', async () => {
    const table = await readTableFrom(
      csv('label,model_0,model_1,expert_label', '0,.504,.504,0'),
      't.csv',
    );
    expect([...table.model!]).toEqual([0.5, 0.5]);
    const logits = await readTableFrom(
      csv('label,model_0,model_1,expert_label', '0,2,-1,0', '1,1000,1000,1'),
      't.csv',
      { logits: true },
    );
    const expected = 1 / (1 + Math.exp(-3));
    expect(logits.model![0]).toBeCloseTo(expected, 6);
    expect([...logits.model!.subarray(2)]).toEqual([0.5, 0.5]);
  });

  it('rounded to two decimals may be off by what rounding explains, and is told', async () => {
    const header = 'label,model_0,model_1,model_2,model_3,model_4,model_5,expert_label';
    const read = (...rows: string[]) => readTableFrom(csv(header, ...rows), 't.csv');
    const table = await read('0,.33,.33,.33,0,0,0,0', '0,.6,.37,0,0,0,0,0');
    expect(table.model![0]).toBe(Math.fround(Math.fround(0.33) / (3 * Math.fround(0.33))));
    expect(table.model![6]).toBeCloseTo(0.6 / 0.97, 6);
    expect(table.notes.map(({ message }) => message)).toEqual([
      'Probabilities of the model in 2 rows summed to 1 only within 0.03 and were divided by their sum.',
    ]);
    await expect(read('0,.6,.36,0,0,0,0,0')).rejects.toThrow(
      'row 1: model probabilities sum to 0.96 (expected 1 ± 0.01). Were they rounded? Give more decimals, or divide each row by its sum.',
    );
    const [decided] = [{ model: [0.6, 0.37, 0, 0, 0, 0] }].map(caseReader(6));
    expect([...decided!.model]).toEqual([...table.model!.subarray(6)]);
  });

  it('probabilities given as logits are an error, for each side; a few rows may be chance', async () => {
    const row = (sharp: number) => `0,${sharp},${1 - sharp},.25,.75`;
    const read = (rows: string[], logits: TableOptions['logits'] = true) =>
      readTableFrom(csv('label,model_0,model_1,expert_0,expert_1', ...rows), 't.csv', { logits });
    const said = async (...asked: Parameters<typeof read>) =>
      checkTable(await read(...asked))
        .filter(({ code }) => code.startsWith('not-logits'))
        .map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
    const many = Array.from({ length: 200 }, (_, i) => row(i / 200));
    expect(await said(many)).toEqual([
      'error not-logits:model: table t.csv: the numbers of the model are given as logits but are probabilities already (from 0 to 1, and they sum to 1 in every row). Leave "logits" out.',
      expect.stringMatching(/^error not-logits:expert: .* the numbers of expert are /),
    ]);
    expect(await said(many, 'model')).toHaveLength(1);
    expect(await said([...many, '0,2,-1,3,1'])).toEqual([
      expect.stringMatching(/sum to 1 in 200 of 201 rows/),
      expect.anything(),
    ]);
    expect(await said(many.slice(0, 5))).toEqual([
      expect.stringMatching(/^warning not-logits:model/),
      expect.stringMatching(/^warning/),
    ]);
    expect(await said(many.map((line, i) => (i % 50 ? line : '0,2,-1,3,1')))).toEqual([]);
    const mixed = many.map((line) => line.replace(/,[^,]+/, ',-3'));
    expect(await said(mixed)).toEqual([
      expect.stringMatching(/numbers of expert .* Turn the other logits into probabilities too/),
    ]);
  });

  it('every problem is counted, the first rows named', async () => {
    const rows = Array.from({ length: 20 }, (_, row) => (row >= 16 ? '0,.8,.57,0' : '0,.5,.5,0'));
    const reading = readTableFrom(
      csv('label,model_0,model_1,expert_label', ...rows, '7,.5,.5,0', '7,.5,.5,0'),
      'val.csv',
    );
    await expect(reading).rejects.toThrow(
      'table val.csv, row 17: model probabilities sum to 1.37 (expected 1 ± 0.01), and the same in 3 more rows (18, 19, 20). If these are logits, pass logits: true. Also: row 21: the label is "7", which is none of the 2 classes (0, 1), and the same in 1 more row.',
    );
    await reading.catch((error) => {
      expect(error.issues.map((issue: { code: string }) => issue.code)).toEqual([
        'sum:model_*',
        'outside:label',
      ]);
    });
  });

  it('thousands of rows are grouped, and counted in the next sentence too', async () => {
    const rows = (line: string) => Array.from({ length: 1201 }, () => line);
    const text = csv(
      'label,model_0,model_1,expert_label',
      ...rows('0,.9,.9,0'),
      ...rows('7,.5,.5,0'),
    );
    await expect(readTableFrom(text, 'val.csv')).rejects.toThrow(
      /, and the same in 1,200 more rows \(2, 3, 4, 5, …\)\. .* Also: row 1202: the label is "7", which is none of the 2 classes \(0, 1\), and the same in 1,200 more rows\.$/,
    );
  });

  it('a label of many digits is named as it was written', async () => {
    const text = csv('label,model_0,model_1,expert_label', '99999999999999999999,.5,.5,0');
    const said = 'row 1: the label is "99999999999999999999", which is none of the 2 classes';
    await expect(readTableFrom(text, 'val.csv')).rejects.toThrow(said);
    const json = '{"label":99999999999999999999,"model":[0.5,0.5],"expert_label":0}';
    await expect(readTableFrom(json, 'val.jsonl')).rejects.toThrow(said);
  });

  it('at most three more kinds of problem are named', async () => {
    const text = csv(
      'label,model_0,model_1,expert_label,id,f_a,f_b,f_c',
      '0,1,1.5,0,a,1,1,1',
      '5,.5,.5,0,,web,inf,inf',
    );
    await expect(readTableFrom(text, 'a.b.csv')).rejects.toThrow(
      /^table a\.b\.csv, row 2: column "f_a" holds "web" .* pass categories: f_a\. Also: row 1: model probabilities sum to 2\.5 \(expected 1 ± 0\.01\); row 2: column "f_b" is Infinity \(expected a finite number\); row 2: column "f_c" is Infinity .*; and 2 more kinds of problem\.$/,
    );
  });

  it('with a decimal comma, and words among numbers, say what to do', async () => {
    const read = (...lines: string[]) =>
      readTableFrom(csv(...lines), 't.csv', { features: 'channel' });
    await expect(read('label;model_0;model_1;expert;channel', '0;0,5;0,5;0;1')).rejects.toThrow(
      /column "model_0" holds "0,5" \(expected a number\)\. Write decimals with a point, not with a comma\./,
    );
    // Numbers that were written badly are no category.
    for (const cell of ['0,5', '1_000', '12 %', '$5', '1 000'])
      await expect(
        read('label;model_0;model_1;expert;channel', `0;.5;.5;0;${cell}`),
        cell,
      ).rejects.toThrow(`row 1: column "channel" holds "${cell}" (expected a number).`);
    const some = ['0,.5,.5,0,3', '0,.5,.5,0,web'];
    await expect(read('label,model_0,model_1,expert,channel', ...some)).rejects.toThrow(
      'row 2: column "channel" holds "web" (expected a number). If its values are names, pass categories: channel.',
    );
  });

  it('percentages are told from logits', async () => {
    const rows = ['0,97.5,2.5,0', '1,40,60.4,1'];
    const text = csv('label,model_p0,model_p1,expert_label', ...rows);
    await expect(readTableFrom(text, 'percent.csv')).rejects.toThrow(
      'table percent.csv, row 1: model probabilities sum to 100 (expected 1 ± 0.01), and the same in 1 more row (2). These look like percentages: divide them by 100.',
    );
    const logits = text.replaceAll('2.5', '5.5');
    await expect(readTableFrom(logits, 'logits.csv')).rejects.toThrow(/If these are logits/);
  });

  it('votes as the truth: the majority, with the expert left out on request', async () => {
    const text = csv('v0,v1,model_0,model_1,human', '2,1,.5,.5,0', '0,3,.5,.5,1', '1,2,.5,.5,1');
    const options = { labelVotes: 'v?', expert: 'human' };
    const all = await readTableFrom(text, 't.csv', options);
    expect([...all.label!]).toEqual([0, 1, 1]);
    expect(checkTable(all).map(({ code }) => code)).toContain('vote-in-label');
    const ties = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      const others = await readTableFrom(text, 't.csv', { ...options, leaveExpertOut: true, seed });
      expect([...others.labelVotes!]).toEqual([1, 1, 0, 2, 1, 1]);
      expect(others.label![1]).toBe(1);
      ties.add(String(others.label));
    }
    expect(ties.size).toBe(4);
  });
});

describe('outcomes under names of their own', () => {
  const text = (ending: string) =>
    `small_${ending},large_${ending},f_x\n${ending === 'loss' ? '0.5,2,1\n3,0,2\n' : '1,0,1\n0,1,2\n'}`;

  it.each(['correct', 'loss'])(
    'an expert is named without its ending: large for large_%s',
    async (ending) => {
      const named = { model: `small_${ending}`, expert: 'large' };
      const priced = text(ending).replace('f_x', 'large_cost').replace(/\n$/, '');
      const table = await readTableFrom(priced, 'x.csv', named);
      const whole = await readTableFrom(priced, 'x.csv', { ...named, expert: `large_${ending}` });
      const { name, cost, ...answers } = table.experts[0]!;
      expect(name).toBe('large');
      // Its price is found by the same name.
      expect(cost).toEqual(Float32Array.of(1, 2));
      expect(whole.experts[0]!.cost).toEqual(cost);
      expect(answers).toEqual(
        Object.fromEntries(
          Object.entries(whole.experts[0]!).filter(([key]) => !['name', 'cost'].includes(key)),
        ),
      );
      await expect(readTableFrom(priced, 'x.csv', { ...named, expert: 'larg' })).rejects.toThrow(
        /no column.*"larg"/,
      );
    },
  );

  it('an expert with classes is named without its ending too', async () => {
    const text = csv(
      'label,model_0,model_1,ann_label,bob_p0,bob_p1',
      '0,.5,.5,1,.2,.8',
      '1,.5,.5,0,.9,.1',
    );
    const { experts } = await readTableFrom(text, 't.csv', { expert: ['ann', 'bob'] });
    expect(experts).toMatchObject([
      { name: 'ann', kind: 'labels', labels: Int32Array.of(1, 0) },
      { name: 'bob', kind: 'probabilities' },
    ]);
  });

  it('are named by the options model and expert', async () => {
    const named = { model: 'small_correct', expert: 'large_correct' };
    const correct = await readTableFrom(text('correct'), 'x.csv', named);
    expect(correct.modelCorrect).toEqual(Float32Array.of(1, 0));
    expect(correct.experts[0]).toMatchObject({ kind: 'correct', correct: Float32Array.of(0, 1) });
    const losses = await readTableFrom(text('loss'), 'x.csv', {
      model: 'small_loss',
      expert: 'big=large_*',
    });
    expect(losses.modelLoss).toEqual(Float32Array.of(0.5, 3));
    expect(losses.experts[0]).toMatchObject({ name: 'big', losses: Float32Array.of(2, 0) });
  });

  it('are looked at closely, and a single column of another name is still refused', async () => {
    const named = { model: 'small_correct', expert: 'large_correct' };
    await expect(
      readTableFrom(text('correct').replace('1,0,1', '7,0,1'), 'x.csv', named),
    ).rejects.toThrow(/row 1: column "small_correct" is 7 \(expected 0 … 1\)/);
    await expect(
      readTableFrom(text('correct'), 'x.csv', { ...named, model: 'f_x' }),
    ).rejects.toThrow(/model has one column, "f_x"/);
  });

  it('need not be known to decide', () => {
    const read = caseReader(0, { model: 'small_correct', features: 'f_*' });
    expect(read({ f_x: 3 }).features).toEqual(Float32Array.of(3));
  });
});
