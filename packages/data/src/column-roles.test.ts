import { expect, it } from 'vitest';
import { COLUMN_ROLES, columnRoles, rolesFor } from './column-roles.js';
import { readTableFrom } from './read-table.js';

it('companions are roles, and not the role itself', () => {
  for (const [name, { companions = [] }] of columnRoles())
    for (const companion of companions) {
      expect(COLUMN_ROLES).toHaveProperty(companion);
      expect(companion).not.toBe(name);
    }
});

it('each purpose needs what the one before needs, and the truth needs everything', () => {
  expect(rolesFor('scores')).toEqual(['model', 'features', 'categories', 'group', 'id', 'logits']);
  const added = (a: 'rate' | 'budget', b: 'scores' | 'rate') =>
    rolesFor(a).filter((name) => !rolesFor(b).includes(name));
  expect(added('rate', 'scores')).toEqual(['cluster', 'weight']);
  expect(added('budget', 'rate')).toEqual(['expert', 'modelCost', 'expertCost']);
  expect(rolesFor('truth')).toEqual(columnRoles().map(([name]) => name));
});

it('the column of every single role is found by its usual name, by its option, and missed by it', async () => {
  const head = 'model_p0,model_p1,label,expert_label';
  const rows = ['.8,.2,0,0', '.3,.7,1,0', '.6,.4,0,1', '.1,.9,1,1'];
  const table = (name: string) =>
    [`${head},${name}`, ...rows.map((row, k) => `${row},${k + 1}`)].join('\n');
  const single = columnRoles().filter(([name, { usual }]) => usual && name !== 'label');
  expect(single.map(([name]) => name)).toContain('propensity');
  for (const [name, { usual }] of single) {
    const plain = await readTableFrom(table('other'), 't.csv', {});
    // A propensity is at most 1: what is wrong with its values is another matter.
    const read = (text: string, options = {}) =>
      readTableFrom(text, 't.csv', options).catch((error) => error.code);
    const found = await read(table(usual!.name));
    expect(found, name).not.toEqual(plain);
    expect(await read(table('other'), { [name]: 'other' }), name).toEqual(found);
    await expect(readTableFrom(table('other'), 't.csv', { [name]: 'absent' })).rejects.toThrow(
      `no column "absent" ("${name}";`,
    );
  }
});
