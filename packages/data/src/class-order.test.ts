import { caseReader, readTableFrom } from '@cede/data';
import { describe, expect, it } from 'vitest';
import { npzBytes } from './write/npz.js';

const read = (text: string, classes?: string[]) =>
  readTableFrom(text, 'x.csv', { classes, features: [] });

describe('columns that name the classes in another order', () => {
  const known = ['cat', 'dog', 'fox'];
  const shuffled =
    'label,model_p_fox,model_p_cat,model_p_dog,expert_label\nfox,.7,.2,.1,cat\ndog,.1,.3,.6,dog\n';

  it('are put in the order of the classes that were given', async () => {
    const table = await read(shuffled, known);
    expect(table.classes).toEqual(known);
    expect([...table.model!].map((p) => +p.toFixed(2))).toEqual([0.2, 0.1, 0.7, 0.3, 0.6, 0.1]);
    expect([...table.label!]).toEqual([2, 1]);
  });

  it('case by case too', () => {
    const one = caseReader(3, { classes: known, features: [] });
    const { model } = one({ model_p_fox: 0.7, model_p_cat: 0.2, model_p_dog: 0.1 });
    expect([...model].map((p) => +p.toFixed(2))).toEqual([0.2, 0.1, 0.7]);
  });

  it('keep their own order where none is given, and are renamed where no name is known', async () => {
    expect((await read(shuffled)).classes).toEqual(['fox', 'cat', 'dog']);
    const renamed = await read('label,model_p_a,model_p_b,expert_label\n0,.7,.3,1\n1,.2,.8,1\n', [
      '0',
      '1',
    ]);
    expect([...renamed.model!].map((p) => +p.toFixed(2))).toEqual([0.7, 0.3, 0.2, 0.8]);
  });

  it('are refused where they name none of the classes of another', async () => {
    const text = 'label,model_p_x,model_p_y,model_p_z,expert_label\ncat,.7,.2,.1,cat\n';
    const said =
      'model columns "model_p_*" speak of x, y, z, but the classes of the policy are cat, dog, fox. If these are the same in the same order, pass classes: \'cat,dog,fox\'.';
    const options = { classes: known, features: [] };
    const others = { ...options, classesOf: 'the policy' };
    await expect(readTableFrom(text, 'x.csv', others)).rejects.toThrow(`table x.csv: ${said}`);
    expect((await readTableFrom(text, 'x.csv', options)).classes).toEqual(known);
    const one = caseReader(3, others);
    const right = { model_p_cat: 0.7, model_p_dog: 0.2, model_p_fox: 0.1 };
    expect([...one(right).model]).toEqual([0.7, 0.2, 0.1].map(Math.fround));
    const wrong = { model_p_x: 0.7, model_p_y: 0.2, model_p_z: 0.1 };
    for (const _ of [1, 2]) expect(() => one(wrong)).toThrow(said);
    expect([...one(right).model]).toEqual([0.7, 0.2, 0.1].map(Math.fround));
    // Numbers are no names: nothing says that these are other classes.
    const numbered = caseReader(3, { classes: ['0', '1', '2'], classesOf: 'the policy' });
    expect([...numbered(wrong).model]).toEqual([0.7, 0.2, 0.1].map(Math.fround));
  });

  it('also where an NPZ names its numbers in an array of its own', async () => {
    const rows = 'label,model_p_fox,model_p_cat,model_p_dog,expert_p_fox,expert_p_cat,expert_p_dog';
    const bytes = npzBytes(await read(`${rows}\nfox,.7,.2,.1,.6,.3,.1\n`));
    const options = { classes: known, classesOf: 'the policy' };
    const { model, label, experts } = await readTableFrom(bytes, 'x.npz', options);
    expect([...model!]).toEqual([0.2, 0.1, 0.7].map(Math.fround));
    expect([...label!]).toEqual([2]);
    expect(experts[0]).toMatchObject({ probabilities: Float32Array.of(0.3, 0.1, 0.6) });
    await expect(
      readTableFrom(bytes, 'x.npz', { ...options, classes: ['x', 'y', 'z'] }),
    ).rejects.toThrow(
      'model columns "model" speak of fox, cat, dog, but the classes of the policy',
    );
  });

  it('also where these names are whole numbers', async () => {
    const rows = 'label,model_p0,model_p1,model_p2,expert_label\n2,.7,.2,.1,0\n';
    const table = await read(rows);
    const bytes = npzBytes({ ...table, classes: ['2', '0', '1'], label: Int32Array.of(0) });
    const options = { classes: ['0', '1', '2'], classesOf: 'the policy' };
    const { model, label } = await readTableFrom(bytes, 'x.npz', options);
    expect([...model!]).toEqual([0.2, 0.1, 0.7].map(Math.fround));
    expect([...label!]).toEqual([2]);
    await expect(
      readTableFrom(bytes, 'x.npz', { ...options, classes: ['5', '6', '7'] }),
    ).rejects.toThrow('speak of 2, 0, 1, but the classes of the policy are 5, 6, 7');
  });

  it('are refused where one of them is missing', async () => {
    await expect(read(shuffled, ['cat', 'dog', 'owl'])).rejects.toThrow(
      /have none for class "owl"/,
    );
  });
});
