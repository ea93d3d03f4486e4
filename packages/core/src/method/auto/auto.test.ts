import { describe, expect, it } from 'vitest';
import { classlessTable, randomTable } from '../../../test/tables.js';
import { exp } from '../../math/exp.js';
import { fitPolicy } from '../../policy/fit.js';
import { parsePolicy } from '../../policy/parse.js';
import { printPolicy } from '../../policy/print.js';
import { stream } from '../../random/stream.js';
import type { Expert, Table } from '../../table/table.js';
import type { FitOptions } from '../method.js';
import { methodNamed } from '../registry.js';
import { autoChoiceSentence } from './auto-choice-sentence.js';
import { autoSample, choosing, MOST_ROWS, scoreTask } from './choice-rounds.js';
import { choose } from './choose.js';
import { candidatesFor, SHORTLIST } from './shortlist.js';

const QUICK: FitOptions = { epochs: 8, hidden: [8], batch: 64 };

/**
 * Two classes. The model is right as often as it says; the expert by whatever `skill` says of the
 * model's answer and how sure it is.
 */
function world(
  rows: number,
  seed: number,
  skill: (answer: number, confidence: number) => number,
): Table {
  const random = stream(seed, 'auto world');
  const label = new Int32Array(rows);
  const labels = new Int32Array(rows);
  const model = new Float32Array(2 * rows);
  for (let i = 0; i < rows; i++) {
    const answer = random.below(2);
    const confidence = 0.5 + random.uniform() / 2;
    label[i] = random.uniform() < confidence ? answer : 1 - answer;
    labels[i] = random.uniform() < skill(answer, confidence) ? label[i] : 1 - label[i];
    model[2 * i + answer] = confidence;
    model[2 * i + 1 - answer] = 1 - confidence;
  }
  return {
    rows,
    classes: ['a', 'b'],
    label,
    model,
    experts: [{ name: 'expert', kind: 'labels', labels }],
    columns: [],
  };
}

describe('the shortlist', () => {
  it('has at most 16 members, closed forms first, each by its canonical name', () => {
    const names = SHORTLIST.map(({ name }) => name);
    // Beside those that only cost matrices or embeddings call for.
    const special = names.filter((name) => /^(drcpe-cost|ridge-embedding)/.test(name));
    expect(names.length - special.length).toBeLessThanOrEqual(16);
    expect(names.slice(0, 2)).toEqual(['conf', 'conf-calibrated']);
    const trained = SHORTLIST.map(({ seeded }) => seeded);
    expect(trained).toEqual([...trained].sort((a, b) => +a - +b));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(methodNamed(name).name).toBe(name);
    expect(SHORTLIST.every(({ deployable }) => deployable)).toBe(true);
  });

  it('leaves out what a table cannot feed', () => {
    const named = (table: Table) => candidatesFor(table).map(({ name }) => name);
    expect(named(randomTable())).toContain('ridge+linear-calibrated');
    // With classes a network sees calibrated inputs; beside trees it is tried for columns only.
    expect(named(randomTable())).toContain('boosting');
    expect(named(randomTable())).not.toContain('diff01+calibrated');
    expect(named(randomTable({ columns: 1 }))).toContain('diff01+calibrated');
    expect(named(randomTable({ columns: 1 }))).not.toContain('diff01');
    const many = named(randomTable({ classes: 31 }));
    expect(many).toContain('logistic+linear-calibrated');
    expect(many.filter((name) => name.includes('full'))).toEqual([]);
    expect(named(classlessTable('correct'))).toEqual(['ridge', 'logistic', 'boosting', 'diff01']);
    expect(named(classlessTable('losses'))).toEqual([
      'ridge',
      'drcpe-given+linear',
      'diff01',
      'drcpe-given',
    ]);
  });

  it('may be asked for one shape only', () => {
    const named = (scorer: 'linear' | 'network') =>
      candidatesFor(randomTable(), 0, { scorer }).map(({ seeded, name }) => seeded || name);
    expect(named('linear')).not.toContain(true);
    expect(named('network')).toEqual(['conf', true, true, true]);
    const choice = choose(randomTable({ rows: 120 }), { ...QUICK, scorer: 'linear' });
    expect(choice.standings.every(({ name }) => !methodNamed(name).seeded)).toBe(true);
  });

  it('of drcpe-auto is losses × γ on calibrated inputs, networks for the best two only', () => {
    const { choice } = methodNamed('drcpe-auto').fit(randomTable({ rows: 120 }), QUICK);
    const names = choice!.standings.map(({ name }) => name);
    expect(names.every((name) => name.startsWith('drcpe-'))).toBe(true);
    expect(names.filter((name) => name.endsWith('+linear+linear-calibrated'))).toHaveLength(12);
    const trained = names.filter((name) => methodNamed(name).seeded);
    expect(trained).toHaveLength(2);
    expect(trained.every((name) => name.endsWith('+calibrated'))).toBe(true);
    const plain = methodNamed('drcpe-auto').fit(classlessTable('correct'), QUICK).choice!;
    expect(plain.standings.map(({ name }) => name)).toContain('drcpe-zeroone-g2+linear');
  });
});

describe('the choice', () => {
  it('falls back to conf where confidence is all there is to know', () => {
    const table = world(1500, 1, () => 0.75);
    const choice = choose(table, QUICK);
    expect(choice.method).toBe('conf');
    expect(autoChoiceSentence(choice)).toMatch(/^auto took conf out of 1\d candidates/);
  });

  it('takes a straight rule where that is enough, and very few rows are no reason to mix', () => {
    const table = world(90, 2, (answer) => (answer === 0 ? 0.95 : 0.3));
    const { method, standings } = choose(table, { ...QUICK, epochs: 20 });
    expect(methodNamed(method).seeded).toBe(false);
    expect(method).not.toBe('conf');
    expect(standings.some(({ name }) => name.startsWith('mix:'))).toBe(false);
  });

  it('mixes where there are rows enough; the mix is one scorer that goes through a file', () => {
    const table = world(800, 2, (answer) => (answer === 0 ? 0.95 : 0.55));
    const { standings } = choose(table, { ...QUICK, epochs: 20 });
    const { name } = standings.find((standing) => standing.name.startsWith('mix:'))!;
    const policy = fitPolicy(table, { ...QUICK, method: name });
    expect(policy.method).toBe(name);
    expect(parsePolicy(printPolicy(policy))).toEqual(policy);
  });

  it('takes a network where only a bent rule will do', () => {
    // The expert is good in the middle of one feature and bad on both sides: no straight line says so.
    const random = stream(5, 'bent world');
    const rows = 1500;
    const x = Float32Array.from({ length: rows }, () => random.normal());
    const right = (chance: (x: number) => number) =>
      x.map((value) => +(random.uniform() < chance(value)));
    const table: Table = {
      rows,
      classes: [],
      modelCorrect: right(() => 0.7),
      experts: [{ name: 'e', kind: 'correct', correct: right((v) => 0.4 + 0.6 * exp(-2 * v * v)) }],
      columns: [{ name: 'x', values: x }],
    };
    const choice = choose(table, { epochs: 60, hidden: [16], batch: 64, learningRate: 0.01 });
    expect(choice.method).toContain('diff01');
    const straight = choice.standings.find(({ name }) => name === 'ridge')!;
    expect(straight.behind).toBeGreaterThan(2 * straight.standardError);
    expect(choice.gain!.correctedOverBaseline).toBeGreaterThan(0.01);
  });

  it('small tables are cross-validated again, but only with whoever may still win', () => {
    const choice = choose(randomTable({ rows: 190 }), QUICK); // too few to mix
    const rounds = choice.standings.map(({ name, repeats }) => ({ name, repeats }));
    const of = (isNetwork: boolean) =>
      rounds.filter(({ name }) => methodNamed(name).seeded === isNetwork);
    expect(of(false).find(({ name }) => name === 'conf')!.repeats).toBe(3);
    expect(rounds[0].repeats).toBe(3);
    const behind = choice.standings.filter(
      ({ behind, standardError }) => behind > 4 * standardError,
    );
    for (const { repeats } of behind) expect(repeats).toBeLessThan(3);
    expect(of(true).filter(({ repeats }) => repeats >= 2).length).toBeLessThanOrEqual(2);
    expect(choice.standings.map(({ area }) => area)).toEqual(
      choice.standings.map(({ area }) => area).sort((a, b) => b - a),
    );
  });

  it('never takes a network that is behind its straight twin', () => {
    // Twenty columns of noise and one that counts: few rows, so a network learns the noise.
    const random = stream(9, 'noise world');
    const rows = 95; // too few to mix
    const columns = Array.from({ length: 21 }, (_, j) => ({
      name: `f_${j}`,
      values: Float32Array.from({ length: rows }, () => random.normal()),
    }));
    const right = (lean: number) =>
      columns[0].values.map((x) => +(random.uniform() < 1 / (1 + exp(-lean * x))));
    const table: Table = {
      ...{ rows, classes: [], columns, modelCorrect: right(1) },
      experts: [{ name: 'e', kind: 'correct', correct: right(-1) }],
    };
    const choice = choose(table, { epochs: 30 });
    const area = (name: string) => choice.standings.find((s) => s.name === name)!.area;
    expect(area('diff01')).toBeLessThan(area('ridge'));
    expect(choice.standings.find(({ name }) => name === 'diff01')!.repeats).toBe(1);
    expect(['ridge', 'logistic']).toContain(choice.method);
  });

  it('is the same whoever runs the folds, and in whatever order', () => {
    const table = randomTable({ rows: 150, weight: true });
    const options = { ...QUICK, seed: 3, near: 0.2 };
    const sample = autoSample(table, options);
    const steps = choosing(sample, options);
    let step = steps.next();
    while (!step.done) {
      const tasks = step.value.map((task, k) => ({ task, k })).reverse();
      const scores: Float32Array[][] = [];
      for (const { task, k } of tasks)
        scores[k] = scoreTask(sample, JSON.parse(JSON.stringify(task)), options);
      step = steps.next(scores);
    }
    expect(step.value).toEqual(choose(table, options));
    expect(step.value.near).toBe(0.2);
  });

  it('counts near the asked rate where one is asked', () => {
    const table = world(600, 3, (_, confidence) => (confidence < 0.6 ? 0.95 : 0.5));
    const area = (near?: number) =>
      choose(table, { ...QUICK, near }).standings.find(({ name }) => name === 'conf')!.area;
    expect(area(0.2)).toBeGreaterThan(2 * Math.abs(area(0.95)));
  });

  it.each(['labels', 'correct', 'losses'] as const)('works with missing answers (%s)', (kind) => {
    const table = kind === 'labels' ? randomTable({ expert: kind }) : classlessTable(kind);
    const random = stream(8, 'missing');
    const [expert] = table.experts;
    const gone = Array.from({ length: table.rows }, () => random.uniform() < 0.4);
    const without =
      expert.kind === 'labels'
        ? { ...expert, labels: expert.labels.map((v, i) => (gone[i] ? -1 : v)) }
        : expert.kind === 'correct'
          ? { ...expert, correct: expert.correct.map((v, i) => (gone[i] ? Number.NaN : v)) }
          : expert.kind === 'losses'
            ? { ...expert, losses: expert.losses.map((v, i) => (gone[i] ? Number.NaN : v)) }
            : expert;
    const choice = choose({ ...table, experts: [without as Expert] }, QUICK);
    expect(choice.standings.length).toBeGreaterThanOrEqual(3);
    expect(choice.standings.every(({ area }) => Number.isFinite(area))).toBe(true);
    expect(autoChoiceSentence(choice)).not.toMatch(/NaN|undefined/);
  });

  it('with too few rows takes the simplest and says so; a large table is sampled', () => {
    const choice = choose(randomTable({ rows: 30 }), QUICK);
    expect(choice).toMatchObject({ method: 'conf', standings: [], repeats: 0 });
    expect(autoChoiceSentence(choice)).toMatch(/30 rows are too few/);
    expect(autoSample(randomTable({ rows: MOST_ROWS + 5, classes: 2 }), {}).rows).toBe(MOST_ROWS);
  });
});

describe('auto as a method', () => {
  const table = randomTable({ rows: 200 });

  it('is its choice, fitted on all rows', () => {
    const fitted = methodNamed('auto').fit(table, QUICK);
    const alone = methodNamed(fitted.choice!.method).fit(table, QUICK);
    expect(fitted.score(table)).toEqual(alone.score(table));
  });

  it('a policy carries the method chosen and how, through its file', () => {
    const policy = fitPolicy(table, { ...QUICK, method: 'auto' });
    expect(policy.method).toBe(policy.choice!.method);
    const again = parsePolicy(printPolicy(policy));
    expect(again).toEqual(policy);
    expect(printPolicy(fitPolicy(table, { ...QUICK, method: 'auto' }))).toBe(printPolicy(policy));
  });

  it('stops when told to', () => {
    expect(() => methodNamed('auto').fit(table, { ...QUICK, signal: { aborted: true } })).toThrow(
      'stopped',
    );
  });

  it('is offered where a name is mistyped', () => {
    expect(() => methodNamed('atuo')).toThrow(/Did you mean auto\?/);
  });
});
