/** Columns that belong to one expert, and those that belong to nobody: each is used or told of. */
import { describe, expect, it } from 'vitest';
import { checkTable } from './check/check.js';
import { readTableFrom } from './read-table.js';

const table = (head: string, ...rows: string[]) => [head, ...rows].join('\n');
const rows = (head: string, extra: readonly string[]) =>
  table(
    `label,model_0,model_1,${head}`,
    `0,.6,.4,0,${extra[0]}`,
    `1,.3,.7,,${extra[1]}`,
    `1,.4,.6,1,${extra[2]}`,
  );
const P = Float32Array.of(0.5, 0.25, 1);

describe('the probability that an expert was asked', () => {
  it.each([
    ['expert_label,propensity', {}],
    ['expert_label,expert_propensity', {}],
    ['human_label,human_propensity', { expert: 'human' }],
    ['human_label,human_propensity', { expert: 'human_label' }],
    ['human_label,human_propensity', { expert: 'doctor=human_label' }],
    ['seen,doctor_propensity', { expert: 'doctor=seen' }],
    ['seen,asked', { expert: 'seen', propensity: 'asked' }],
  ])('is found in %s', async (head, options) => {
    const found = await readTableFrom(rows(head, ['.5', '.25', '1']), 't.csv', options);
    expect(found.experts[0]!.propensity).toEqual(P);
  });

  it('has a column for every expert', async () => {
    const text = rows('a_label,b_label,a_propensity,b_propensity', [
      '1,.5,.1',
      '1,.25,.2',
      '0,1,.3',
    ]);
    const { experts } = await readTableFrom(text, 't.csv', { expert: ['a', 'b'] });
    expect(experts.map(({ propensity }) => propensity)).toEqual([
      P,
      Float32Array.of(0.1, 0.2, 0.3),
    ]);
  });

  it('is not guessed where two columns could be it', async () => {
    const text = rows('expert_label,propensity,expert_propensity', ['.5,.1', '.25,.2', '1,.3']);
    await expect(readTableFrom(text, 't.csv', {})).rejects.toThrow(
      /columns "propensity" and "expert_propensity" both look like the probability that expert was asked/,
    );
    const named = await readTableFrom(text, 't.csv', { propensity: 'propensity' });
    expect(named.experts[0]!.propensity).toEqual(P);
  });
});

describe('prices', () => {
  it('are found by the name that was given to an expert', async () => {
    const text = rows('seen,doctor_cost', ['.5', '.25', '1']);
    const { experts } = await readTableFrom(text, 't.csv', { expert: 'doctor=seen' });
    expect(experts[0]!.cost).toEqual(P);
  });

  it("are found beside the model's column as beside an expert's", async () => {
    const text = table(
      'small_correct,large_correct,small_cost,large_cost',
      '1,0,.5,3',
      '0,1,.25,4',
      '0,0,1,5',
    );
    const named = { model: 'small_correct', expert: 'large_correct' };
    const found = await readTableFrom(text, 't.csv', named);
    expect(found.modelCost).toEqual(P);
    expect(found.experts[0]!.cost).toEqual(Float32Array.of(3, 4, 5));
  });
});

it("of two prices that may be the model's, none is taken in silence", async () => {
  const text = table('small_correct,large_correct,small_cost,model_cost', '1,0,.5,3', '0,1,.25,4');
  const named = { model: 'small_correct', expert: 'large_correct' };
  await expect(readTableFrom(text, 't.csv', named)).rejects.toThrow(
    /the model is small, and both small_cost and model_cost are there.*modelCost: small_cost/,
  );
  const found = await readTableFrom(text, 't.csv', { ...named, modelCost: 'model_cost' });
  expect(found.modelCost).toEqual(Float32Array.of(3, 4));
});

it.each([
  ['label', /"label" tells what is right, which nobody knows when a case is decided/],
  ['expert_label', /"expert_label" is what the expert says/],
  ['*', /"label" tells what is right.*Leave it out of "features"/],
])('features: %s would be the answer itself', async (features, said) => {
  const text = rows('expert_label,size', ['1', '2', '3']);
  await expect(readTableFrom(text, 't.csv', { features })).rejects.toThrow(said);
  expect((await readTableFrom(text, 't.csv', { features: 'size' })).columns).toHaveLength(1);
});

describe('columns that play no role', () => {
  const told = async (head: string, options = {}) => {
    const cells = head.split(',').map(() => '1');
    const text = rows(`expert_label,${head}`, [cells, cells, cells].map(String));
    const issues = checkTable(await readTableFrom(text, 't.csv', options));
    return issues.find(({ code }) => code === 'unused-columns');
  };

  it('are not what follows a trailing comma, which has no name', async () => {
    expect(await told('')).toBeUndefined();
    expect((await told('size,'))!.message).toMatch(/^Not used: size\. To use it: /);
  });

  it('are named, with how to use them', async () => {
    const note = await told('age,human_propensity,f_x,Weight');
    expect(note).toMatchObject({ severity: 'note', count: 3 });
    expect(note!.message).toBe(
      "Not used: age, human_propensity, Weight. To use them: features: 'f_*,age' (leave out ids, and what is known only after the decision), propensity: human_propensity, weight: Weight.",
    );
  });

  it('are named once where they are many', async () => {
    const note = await told('f_x,a,b,c,d');
    expect(note!.message).toBe(
      "Not used: a, b, c, d. To use some: features: 'f_*,a,b,…' (leave out ids, and what is known only after the decision).",
    );
  });

  it('are told apart from the features that were asked for', async () => {
    const note = await told('age,f_x,ward', { features: 'age' });
    expect(note!.message).toBe(
      "Not used: f_x, ward. To use them: features: 'age,f_x,ward' (leave out ids, and what is known only after the decision).",
    );
  });

  it('are never advised as features where they are called what the truth is called', async () => {
    for (const name of ['truth', 'ground_truth', 'y_true', 'Target', 'correct_answer'])
      expect((await told(name))!.message).toBe(`Not used: ${name}. To use it: label: ${name}.`);
    expect((await told('target_length'))!.message).toContain('features: target_length');
  });

  it('are advised as ids where they are called so', async () => {
    for (const name of ['case_id', 'Ticket-Nr', 'Case No.', 'uuid'])
      expect((await told(name))!.message).toMatch(/To use it: id: /);
    expect((await told('casino'))!.message).toContain('features: casino');
  });

  it('are written as an option takes them, commas too', async () => {
    const issues = checkTable(
      await readTableFrom(rows('expert_label,"wait, min"', ['2', '3', '5']), 't.csv'),
    );
    expect(issues.find(({ code }) => code === 'unused-columns')!.message).toMatch(
      /^Not used: wait\\, min\. To use it: features: 'wait\\, min' /,
    );
  });

  it('are none where every column plays one', async () => {
    expect(await told('f_x,weight')).toBeUndefined();
  });

  it('are counted where they are many', async () => {
    const names = Array.from({ length: 30 }, (_, k) => `c${k}`);
    const note = await told(names.join(','));
    expect(note!.message).toMatch(/c10, c11 and 18 more columns\. To use some:/);
  });
});

it.each([
  [{ logits: true }, /logits: true is about probabilities, and nobody gives any here/],
  [
    { classes: ['a', 'b'] },
    /"classes" names the classes of probabilities, and the model gives none/,
  ],
])('%j is refused where nobody gives probabilities', async (options, sentence) => {
  const text = 'model_correct,expert_correct,f_x\n1,0,2\n0,1,3\n1,1,5\n';
  await expect(readTableFrom(text, 't.csv')).resolves.toMatchObject({ rows: 3 });
  await expect(readTableFrom(text, 't.csv', options)).rejects.toThrow(sentence);
  // Those of a policy may be more than a table needs.
  const remembered = { classes: ['a', 'b'], classesOf: 'the policy' };
  await expect(readTableFrom(text, 't.csv', remembered)).resolves.toMatchObject({ rows: 3 });
});

describe('switches about votes', () => {
  it.each([
    [
      'expertPanel',
      /expertPanel: true is about votes of an expert, and no expert here gives votes/,
    ],
    ['leaveExpertOut', /leaveExpertOut: true needs the votes behind the label: "labelVotes"/],
  ])('%s is refused where there are none', async (option, sentence) => {
    const text = rows('expert_label,f_x', ['1', '2', '3']);
    await expect(readTableFrom(text, 't.csv', { [option]: true })).rejects.toThrow(sentence);
    // Rows that are only to be scored need not tell.
    const unlabelled = readTableFrom(text, 't.csv', { [option]: true, unlabelled: true });
    await expect(unlabelled).resolves.toMatchObject({ rows: 3 });
  });
});
