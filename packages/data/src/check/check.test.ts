import { type Expert, stream, type Table, takeRows } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { compareTables } from './between.js';
import { checkTable, refuseErrors } from './check.js';
import type { TableToCheck } from './contract.js';

/** 600 sound rows of three classes, with an expert who is right in 80 %. */
function sound(): TableToCheck & { experts: Expert[] } {
  const rows = 600;
  const random = stream(1, 'check');
  const label = Int32Array.from({ length: rows }, () => random.below(3));
  const model = new Float32Array(3 * rows);
  const labels = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    const answer = random.uniform() < 0.7 ? label[row]! : random.below(3);
    const certainty = 0.5 + 0.4 * random.uniform();
    for (let k = 0; k < 3; k++) model[3 * row + k] = k === answer ? certainty : (1 - certainty) / 2;
    labels[row] = random.uniform() < 0.8 ? label[row]! : random.below(3);
  }
  return {
    rows,
    classes: ['a', 'b', 'c'],
    label,
    model,
    experts: [{ name: 'expert', kind: 'labels', labels }],
    columns: [],
    id: Array.from({ length: rows }, (_, row) => `r${row}`),
  };
}

const codes = (table: TableToCheck) =>
  checkTable(table).map(({ severity, code }) => `${severity} ${code}`);
const withExpert = (table: TableToCheck, expert: Expert): TableToCheck => ({
  ...table,
  experts: [expert],
});

describe('checks', () => {
  it('warn of fewer clusters than an interval needs, by what they weigh', () => {
    const table = sound();
    const inClusters = (of: (row: number) => number, weight?: Float32Array) => ({
      ...table,
      cluster: { names: [], index: Uint32Array.from({ length: table.rows }, (_, row) => of(row)) },
      ...(weight && { weight }),
    });
    const warned = (cut: object) => checkTable(cut as TableToCheck).map(({ message }) => message);
    expect(warned(inClusters((row) => row % 5))).toEqual([]);
    expect(warned(inClusters((row) => row % 4))).toEqual([
      'table in memory: its rows come in 4 clusters; an interval needs at least 5, so every one below spans all that is possible.',
    ]);
    // One holds half of the rows: 1 / (0.25 + 299 / 600²) equal ones.
    expect(warned(inClusters((row) => Math.max(0, row - 300)))[0]).toMatch(
      /in 300 clusters, which count as 4 equal ones;/,
    );
    const heavy = Float32Array.from({ length: table.rows }, (_, row) => (row % 8 === 0 ? 50 : 1));
    expect(warned(inClusters((row) => row % 8, heavy))[0]).toMatch(
      /8 clusters, which count as 1\.3/,
    );
  });

  it('have nothing to say about a sound table', () => {
    expect(checkTable(sound())).toEqual([]);
  });

  it('find too few rows', () => {
    expect(codes(takeRows(sound(), [...Array(100).keys()]))).toContain('warning few-rows');
    const tiny = checkTable(takeRows(sound(), [0, 1, 2]), { name: 'tiny.csv' });
    expect(tiny[0]!.message).toBe(
      'table tiny.csv: only 3 rows (expected at least 20). Collect more.',
    );
    expect(() => refuseErrors(tiny)).toThrow(/only 3 rows/);
  });

  it('find repeated ids, counting them all', () => {
    const table = sound();
    const id = [...table.id!];
    for (const row of [5, 7, 9]) id[row] = 'r2';
    const [issue] = checkTable({ ...table, id });
    expect(issue).toMatchObject({
      severity: 'error',
      code: 'duplicate-id',
      count: 3,
      rows: [6, 8, 10],
    });
  });

  it('name one row as one, several as several', () => {
    const repeats = (...rows: number[]) => {
      const table = sound();
      const id = table.id!.map((name, row) => (rows.includes(row + 1) ? 'r0' : name));
      return checkTable({ ...table, id })[0]!.message;
    };
    expect(repeats(9)).toContain('row 9: the id "r0" was there before. Keep');
    expect(repeats(9, 10)).toContain('before, and 1 more repeat (row 10). Keep');
    expect(repeats(9, 10, 11)).toContain('before, and 2 more repeats (rows 10, 11). Keep');
    const [one, two] = [1, 2].map((count) => {
      const id = sound().id!.map((name, row) => (row < count ? name : `other ${row}`));
      return compareTables(sound(), { ...sound(), id })[0]!.message;
    });
    expect(one).toMatch(/^1 id of the second is in the first table too \(row 1\)/);
    expect(two).toMatch(/^2 ids of the second are in the first table too \(rows 1, 2\)/);
  });

  it('find an expert who is the label, the model, or silent', () => {
    const table = sound();
    expect(codes(withExpert(table, { name: 'e', kind: 'labels', labels: table.label! }))).toContain(
      'warning expert-always-right',
    );
    const copy = withExpert(table, {
      name: 'e',
      kind: 'probabilities',
      probabilities: table.model!,
    });
    expect(checkTable(copy)[0]!.message).toMatch(/exactly the model's probabilities/);
    const silent = new Int32Array(table.rows).fill(-1);
    expect(codes(withExpert(table, { name: 'e', kind: 'labels', labels: silent }))).toEqual([
      'error expert-missing',
    ]);
    silent.set((table.experts[0] as { labels: Int32Array }).labels.subarray(3), 3);
    expect(
      checkTable(withExpert(table, { name: 'e', kind: 'labels', labels: silent })),
    ).toMatchObject([{ severity: 'note', code: 'expert-missing', count: 3, rows: [1, 2, 3] }]);
  });

  it('find an expert whose vote is part of the label, and only such', () => {
    const table = sound();
    const own = (table.experts[0] as { labels: Int32Array }).labels;
    const others = new Float32Array(3 * table.rows);
    const all = new Float32Array(3 * table.rows);
    for (let row = 0; row < table.rows; row++) {
      others[3 * row + table.label![row]!] = 2;
      all.set(others.subarray(3 * row, 3 * row + 3), 3 * row);
      all[3 * row + own[row]!]! += 1;
    }
    expect(codes({ ...table, spareVotes: all })).toEqual(['warning vote-in-label']);
    expect(codes({ ...table, labelVotes: all })).toEqual(['warning vote-in-label']);
    expect(codes({ ...table, labelVotes: others })).toEqual([]);
    expect(
      codes({ ...withExpert(table, { name: 'e', kind: 'votes', votes: all }), labelVotes: all }),
    ).toContain('warning vote-in-label');
  });

  it('find classes the model never answers, and classes too unequal', () => {
    const table = sound();
    const never = table.model!.map((value, at) => (at % 3 === 2 ? 0 : value));
    expect(codes({ ...table, model: never })).toContain('warning never-predicted');
    const rare = [...table.label!.keys()].filter((row) => table.label![row] !== 1 || row < 30);
    const unequal = takeRows(table, rare);
    const answering = (rareOnes: number[]) => {
      const model = unequal.model!.slice();
      unequal.label!.forEach((label, row) => {
        if (label === 1) model.set(rareOnes, 3 * row);
      });
      return codes({ ...unequal, model });
    };
    expect(answering([1, 0, 0])).toContain('warning unequal-classes');
    // A rare class that the model knows better than the others is not hidden by its accuracy.
    expect(answering([0, 1, 0])).not.toContain('warning unequal-classes');
    const absent = takeRows(
      table,
      rare.filter((row) => table.label![row] !== 1),
    );
    expect(codes({ ...absent })).toContain('note absent-class');
  });

  it('find a model that has seen the rows', () => {
    const table = sound();
    const certain = new Float32Array(3 * table.rows);
    for (let row = 0; row < table.rows; row++) {
      const answer = row === 0 ? (table.label![row]! + 1) % 3 : table.label![row]!;
      certain[3 * row + answer] = 1;
    }
    expect(codes({ ...table, model: certain })).toEqual(['warning trained-on-rows']);
    certain.copyWithin(0, 3, 6);
    const label = table.label!.slice();
    label[0] = label[1]!;
    expect(codes({ ...table, label, model: certain })).toContain('warning model-always-right');
  });

  it('find weights and features that say nothing', () => {
    const table = sound();
    expect(codes({ ...table, weight: new Float32Array(table.rows) })).toEqual(['error weightless']);
    const columns = [{ name: 'f_a', values: new Float32Array(table.rows).fill(3) }];
    expect(codes({ ...table, columns })).toEqual(['note constant-feature']);
  });
});

describe('two tables', () => {
  it('share ids or whole rows', () => {
    const table = sound();
    const half = (from: number, to: number): Table =>
      takeRows(
        table,
        Array.from({ length: to - from }, (_, row) => from + row),
      );
    expect(compareTables(half(0, 300), half(300, 600))).toEqual([]);
    expect(
      compareTables(half(0, 300), half(280, 600)).map(({ code, count }) => `${code} ${count}`),
    ).toEqual(['shared-id 20', 'shared-row 20']);
    const { id, ...nameless } = half(280, 600);
    expect(compareTables(half(0, 300), nameless).map(({ code }) => code)).toEqual(['shared-row']);
  });
});
