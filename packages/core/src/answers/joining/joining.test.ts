import { describe, expect, it } from 'vitest';
import { randomTable } from '../../../test/tables.js';
import { fitPolicy } from '../../policy/fit.js';
import { parsePolicy } from '../../policy/parse.js';
import { printPolicy } from '../../policy/print.js';
import { expertKind } from '../../table/expert-kinds/registry.js';
import { type Combination, createCombiner, fitCombination } from '../combination.js';
import { LEARNERS } from './learners.js';
import { isJoined, JOININGS, joiningOf } from './registry.js';

const kinds = Object.keys(JOININGS) as (keyof typeof JOININGS)[];

it('joins what has a file here, and nothing else', () => {
  expect(kinds).toEqual(['labels', 'probabilities']);
  expect(Object.keys(LEARNERS)).toEqual(kinds);
  expect(isJoined('votes')).toBe(false);
  expect(isJoined('nobody')).toBe(false);
});

describe.each(kinds)('answers joined with those of an expert of %s keep the contract', (kind) => {
  const table = randomTable({ expert: kind });
  const [expert] = table.experts;
  const learned = fitCombination(table, 0);
  const joining = joiningOf(learned);
  const classes = table.classes.length;
  const refuse = (what: string): never => {
    throw new Error(what);
  };

  it('are learned as their file has it', () => {
    expect(joining.kind).toBe(kind);
    expect(learned.kind).toBe(kind);
    expect(Object.keys(joining.fields)).toEqual(
      Object.keys(learned).filter((key) => !['expert', 'kind', 'calibration'].includes(key)),
    );
    expect(joining.fits(learned, classes)).toBe(true);
  });

  it('are probabilities, and the same from a table, from a cell and from somebody', () => {
    const combine = createCombiner(learned);
    const out = new Float64Array(classes);
    const ofRow = (row: number) => {
      const at = row * classes;
      combine(table.model!, at, joining.answerAt(expert, row, classes)!, out);
      return [...out];
    };
    const own = expertKind(expert).probabilities(expert)?.subarray(0, classes);
    const name = table.classes[(expertKind(expert).values(expert) as Int32Array)[0]];
    const cell = joining.fromCell(own ? Array.from(own) : name)!;
    const told = joining.fromAnswer(name, own && Array.from(own))!;
    const first = ofRow(0);
    expect(first.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    for (const said of [cell, told]) {
      combine(table.model!, 0, joining.checked(said, table.classes, refuse), out);
      expect([...out]).toEqual(first);
    }
  });

  it('refuse what is no answer', () => {
    for (const wrong of ['nothing like a class', [0.5], [2, ...new Array(classes - 1).fill(0)]])
      expect(() => joining.checked(wrong, table.classes, refuse), String(wrong)).toThrow();
  });

  it('of a damaged policy are refused by what is missing', () => {
    const file = JSON.parse(printPolicy(fitPolicy(table, { method: 'conf', combine: true })));
    for (const field of Object.keys(joining.fields)) {
      const { [field]: _gone, ...rest } = file.answers.combine;
      const damaged = { ...file, answers: { ...file.answers, combine: rest } };
      expect(() => parsePolicy(JSON.stringify(damaged))).toThrow(
        `answers.combine.${field} is missing`,
      );
    }
  });
});

it('a combination about other classes is refused where it is made ready', () => {
  const learned = fitCombination(randomTable({ expert: 'labels' }), 0) as Combination;
  const cut = { ...learned, confusion: [1, 0, 0, 1] } as Combination;
  expect(() => createCombiner(cut)).toThrow('combine: what was learned is about another number');
});
