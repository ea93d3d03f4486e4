import { InputError, type Policy } from '@cede/core';
import { describe, expect, it } from 'vitest';
import type { Purpose } from '../column-roles.js';
import type { TableOptions } from '../options.js';
import { readRemembering } from './read-remembering.js';
import { rolesGiven, rolesRemembered, rolesText } from './remembered.js';

const policy = (columns: Policy['columns'], more: Partial<Policy> = {}) =>
  ({ columns, threshold: {}, scorer: { features: { columns: [] } }, ...more }) as Policy;

describe('roles', () => {
  it('are those that were named, switches too, nothing else', () => {
    const flags = { model: 'm*', logits: true, leaveExpertOut: false, classes: ['a'], json: true };
    expect(rolesGiven(flags)).toEqual({ model: 'm*', logits: true });
    expect(rolesGiven({ logits: false })).toBeUndefined();
    expect(rolesText({ model: 'm p*', expert: ['a', 'b=c_*'], modelCost: 'c', logits: true })).toBe(
      "model: 'm p*' expert: a expert: 'b=c_*' modelCost: c logits: true",
    );
  });

  it('given now win, with all that belongs to them', () => {
    const columns = {
      ...{ model: 'm*', logits: true, expert: ['e'], expertCost: ['c'], expertPanel: true },
      ...{ labelVotes: 'v*', leaveExpertOut: true, id: 'case', group: 'region', features: 'x*' },
    };
    const left = (flags: TableOptions) => Object.keys(rolesRemembered(policy(columns), flags));
    expect(left({})).toEqual(expect.arrayContaining(Object.keys(columns)));
    expect(left({ model: 'other' })).not.toEqual(expect.arrayContaining(['logits']));
    expect(left({ expert: ['o'] }).filter((role) => /^expert/.test(role))).toEqual([]);
    expect(left({ label: 'y' }).filter((role) => /label|leave/.test(role))).toEqual([]);
    expect(left({ logits: false })).not.toContain('logits');
    // The scorer's own features, and the column that thresholds go by, come before.
    const features = { columns: [{ name: 'x1', mean: 0, deviation: 1 }] };
    const groups = { column: 'team', names: [], values: [] };
    const own = policy(columns, { scorer: { features }, threshold: { groups } } as never);
    expect(rolesRemembered(own, {})).toMatchObject({ group: 'team' });
    expect(rolesRemembered(own, {})).not.toHaveProperty('features');
  });

  it('of the wrong kind are refused in one sentence', () => {
    const left = (columns: Policy['columns']) => () => rolesRemembered(policy(columns), {});
    expect(left({ expert: 'e' })).toThrow(/columns\.expert must be a list, found "e"/);
    expect(left({ group: ['g'] })).toThrow(/columns\.group must be a text, found \["g"\]/);
    expect(left({ model: ['m0', 'm1'], features: ['f', 'g'] })).not.toThrow();
    expect(left({ model: true })).toThrow(/columns\.model must be a text or a list of texts/);
    expect(left({ logits: 'yes' })).toThrow(/columns\.logits must be true or false, found "yes"/);
    expect(left({ expert: ['e'], model: 'm', logits: true, other: 'o' })).not.toThrow();
  });

  it('those that are not needed are not asked for', async () => {
    const columns = { model: 'm*', logits: true, expert: ['e'], modelCost: 'c', weight: 'w' };
    const read = async (flags: TableOptions) => flags;
    const asked = (purpose: Purpose, flags: TableOptions = {}) =>
      readRemembering(policy(columns), flags, read, purpose);
    expect(await asked('scores')).toEqual({ model: 'm*', logits: true });
    expect(await asked('rate')).toEqual({ model: 'm*', logits: true, weight: 'w' });
    expect(await asked('budget')).toEqual(columns);
    // What is named now is always asked for.
    expect(await asked('scores', { expert: ['o'] })).toMatchObject({ expert: ['o'] });
  });

  it('a table without one of them is read by the usual names, role by role', async () => {
    const asked: TableOptions[] = [];
    const missing = (role: string, asked: string) =>
      new InputError('No sentence is read.', 'column-missing', { role, asked });
    const read = async (flags: TableOptions) => {
      asked.push(flags);
      if (flags.modelCost) throw missing('modelCost', 'price');
      if (flags.expert?.includes('second=s')) throw missing('expert', 's');
      return 'read';
    };
    const columns = { modelCost: 'price', expert: ['e', 'second=s'], expertCost: ['c', 'd'] };
    expect(await readRemembering(policy(columns), { id: 'i' }, read)).toBe('read');
    expect(asked).toHaveLength(3);
    expect(asked[2]).toEqual({ id: 'i', expert: ['e'], expertCost: ['c'] });
  });

  it('an option of now that is missing is an error, not forgotten', async () => {
    const read = async () => {
      const sentence = 'no column "i" ("id"; the table has x).';
      throw new InputError(sentence, 'column-missing', { role: 'id', asked: 'i' }, 'table t');
    };
    await expect(readRemembering(policy({ model: 'm*' }), { id: 'i' }, read)).rejects.toThrow(
      `no column "i" ("id"; the table has x). (Columns as the policy remembers them: model: 'm*'.)`,
    );
    await expect(readRemembering(policy(undefined), { id: 'i' }, read)).rejects.toThrow(/x\)\.$/);
  });
});
