import { describe, expect, it } from 'vitest';
import { classlessTable, randomTable } from '../../../test/tables.js';
import { METHOD_NAMES, methodNamed } from '../../method/registry.js';
import { fitPolicy } from '../../policy/fit.js';
import {
  expertFor,
  policyOutcomes,
  rejectOutcomes,
  withRejectExpert,
} from '../../policy/outcomes.js';
import { parsePolicy } from '../../policy/parse.js';
import { printPolicy } from '../../policy/print.js';
import { expertLosses, modelLosses } from '../losses.js';
import { expertRight, outcomesOf } from '../outcomes.js';
import type { Expert, Table } from '../table.js';
import { takeRows } from '../take.js';
import { validateTable } from '../validate.js';
import { NOBODY } from './nobody.js';
import { EXPERT_KINDS, expertKind } from './registry.js';

const tables: Record<Expert['kind'], Table> = {
  probabilities: randomTable({ expert: 'probabilities' }),
  labels: randomTable({ expert: 'labels' }),
  votes: randomTable({ expert: 'votes' }),
  losses: classlessTable('losses'),
  correct: classlessTable('correct'),
  nobody: withRejectExpert(randomTable()),
};

describe.each(Object.entries(tables))('expert kind %s keeps the contract', (name, table) => {
  const [expert] = table.experts;
  const kind = expertKind(expert);
  const loss = kind.defaultMethod(table).replace('drcpe-', '');

  it('is found by its name and says what it is', () => {
    expect(EXPERT_KINDS[name as Expert['kind']]).toBe(kind);
    expect([kind.kind, expert.kind]).toEqual([name, name]);
    expect(kind.description).toMatch(/^[a-z ]+$/);
    expect(kind.answers).toBe(name !== 'nobody');
  });

  it('its default method can use the table', () => {
    expect(methodNamed(kind.defaultMethod(table)).whyUnusable(table, 0)).toBe(null);
  });

  it('takes rows in any order, with right and loss following', () => {
    const rows = [7, 3, 3, 150];
    const taken = takeRows(table, rows);
    expect(taken.experts[0].kind).toBe(name);
    const all = outcomesOf(table);
    expect([...outcomesOf(taken).expert]).toEqual(rows.map((row) => all.expert[row]));
    for (const [k, row] of rows.entries())
      expect(kind.answered(taken.experts[0], k, table.classes.length)).toBe(
        kind.answered(expert, row, table.classes.length),
      );
  });

  it('what is right loses nothing, where right and wrong is what is lost', () => {
    if (kind.target(table) === 'loss') {
      expect(() => expertRight(table, expert)).toThrow(/neither right nor wrong/);
      return;
    }
    const right = expertRight(table, expert);
    const { atoms, losses, mass } = expertLosses(table, expert, 'zeroone');
    for (let row = 0; row < table.rows; row++) {
      let mean = 0;
      for (let a = row * atoms; a < (row + 1) * atoms; a++)
        mean += (mass ? mass[a] : 1) * losses[a];
      expect(mean).toBeCloseTo(1 - right[row], 6);
    }
  });

  it('values are as many as rows, or classes times that, and out of range they are refused', () => {
    const values = kind.values(expert);
    if (!values) return expect(kind.column).toBeUndefined();
    const each = kind.column!.holds === 'number per class' ? table.classes.length : 1;
    expect(values).toHaveLength(table.rows * each);
    const broken = values.slice().fill(-7);
    const key = Object.keys(expert).find((part) => expert[part as 'kind'] === (values as never))!;
    const wrong = { ...table, experts: [{ ...expert, [key]: broken } as Expert] };
    expect(() => validateTable(wrong)).toThrow(/^row 1: expert/);
  });

  it('a loss that does not suit it is refused alike, asked before or measured', () => {
    for (const other of ['zeroone', 'gce', 'given']) {
      const why = kind.whyLossUnsuited(other);
      if (why !== null && kind.answers)
        expect(() => expertLosses(table, expert, other), other).toThrow();
      else expect(() => expertLosses(table, expert, other), other).not.toThrow();
    }
    if (kind.answers) expect(kind.whyLossUnsuited(loss)).toBe(null);
  });
});

describe('nobody', () => {
  it('is never wrong and never loses, for tables of answers and of losses', () => {
    const answers = rejectOutcomes(randomTable());
    expect(answers.target).toBe('accuracy');
    expect(answers.expert.every((right) => right === 1)).toBe(true);
    const lost = rejectOutcomes(classlessTable('losses'));
    expect(lost.target).toBe('loss');
    expect(lost.expert.every((value) => value === 0)).toBe(true);
    expect([...lost.model]).toEqual(
      [...modelLosses(classlessTable('losses'), 'given').losses].map((loss) => Math.fround(-loss)),
    );
  });

  it('is whom a policy that rejects hands over to, before and after its file', () => {
    const table = randomTable();
    const policy = fitPolicy(table, { method: 'reject', epochs: 2 });
    expect(policy.experts).toEqual(['reject']);
    const read = parsePolicy(printPolicy(policy));
    expect(expertFor(read, table)).toBe(NOBODY);
    expect(policyOutcomes(read, table)).toEqual(rejectOutcomes(table));
    const asking = fitPolicy(table, { method: 'conf' });
    expect(expertFor(asking, table)).toBe(table.experts[0]);
  });

  it('feeds only methods that need no expert, and the others say so', () => {
    const usable = METHOD_NAMES.filter(
      (name) => methodNamed(name).whyUnusable(tables.nobody, 0) === null,
    );
    expect(usable).toEqual(['conf', 'random', 'oracle', 'reject']);
    expect(methodNamed('linear').whyUnusable(tables.nobody, 0)?.message).toBe(
      'linear needs an expert, and there is nobody to hand over to. Use reject or conf.',
    );
  });
});
