import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { modelRight } from '@cede/core';
import { writeTable } from '@cede/data/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cede, document, done, expectRefusal, QUICK, temporaryFolder } from './cede.js';
import { questions, world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;
/** What has no meaning where nobody can be asked. */
const EXPERT_WORDS = /expert|hand(s|ed|ing)? over|handing|model alone|100\.[1-9] %/i;
const test = { ...world({ seed: 2 }), experts: [] };

beforeAll(async () => {
  await writeTable(folder.at('fit.csv'), { ...world(), experts: [] });
  await writeTable(folder.at('test.csv'), test);
});
afterAll(folder.remove);

describe.concurrent('nobody to ask', () => {
  it('compare, report and figures speak of what is answered', async () => {
    const said = await done(
      [
        'compare',
        'fit.csv',
        'test.csv',
        '--method',
        'reject',
        '--out',
        'out',
        '--seeds',
        '2',
        ...QUICK,
      ],
      { cwd },
    );
    expect(said).not.toMatch(EXPERT_WORDS);
    expect(said).toMatch(/Answering 80 % of cases [a-z ]+: the model is right in [\d.]+ % of them/);
    expect(said).toMatch(/AURC +AUGRC/);
    const report = readFileSync(folder.at('out/report.html'), 'utf8').replace(
      /<style[\s\S]*?<\/style>|<script>[\s\S]*?<\/script>/g,
      '',
    );
    expect(report).not.toMatch(EXPERT_WORDS);
    expect(report).toContain('of those answered, % right');
    for (const name of ['curves.svg', 'table.md', 'table.tex'])
      expect(readFileSync(folder.at(`out/${name}`), 'utf8'), name).not.toMatch(EXPERT_WORDS);
    expect(readFileSync(folder.at('out/curves.svg'), 'utf8')).toContain(
      'Cases answered (coverage)',
    );
    // What the report prints is what results.json counts.
    const { methods } = JSON.parse(readFileSync(folder.at('out/results.json'), 'utf8'));
    expect(report).toContain(
      `<td>${methods.reject.aurc.toFixed(2)}</td><td>${methods.reject.augrc.toFixed(2)}</td>`,
    );
  });

  it('fit, tune and evaluate too, and none counts what is turned away as right', async () => {
    const fitted = await done(
      ['fit', 'fit.csv', '--method', 'reject', '--rate', '0.25', '-o', 'p.json', ...QUICK],
      { cwd },
    );
    expect(fitted).toMatch(
      /Turns away 25\.0 % \(score ≤ [−\d.]+\) and answers 75\.0 %; of those [\d.]+ % are right/,
    );
    const evaluated = await done(['evaluate', 'p.json', 'test.csv'], { cwd });
    const { rejection, model, rate } = await document(['evaluate', 'p.json', 'test.csv'], { cwd });
    const answered = (100 * (1 - rate)).toFixed(2);
    const right = (100 * (1 - rejection.risk)).toFixed(2);
    expect(evaluated).toContain(`answered      ${answered} %; of those right ${right} % (`);
    expect(evaluated).toContain(`all answered  right ${(100 * model).toFixed(2)} %`);
    expect(rejection.riskInterval.lower).toBeLessThan(rejection.risk);
    expect(rejection.riskInterval.upper).toBeGreaterThan(rejection.risk);
    const tuned = await done(['tune', 'p.json', '--rate', '0', '-o', 'all.json'], { cwd });
    expect(tuned).toContain(
      'Threshold below every score (turns nothing away: the model answers everything)',
    );
    for (const text of [fitted, evaluated, tuned]) {
      expect(text).not.toMatch(EXPERT_WORDS);
      expect(text).not.toMatch(/-\d|-?inf(inity)?\b/i);
    }
  });

  it('evaluate weighs the very rows that decide answers', async () => {
    const given = world({ seed: 3, weight: true });
    // Rows the model gets wrong weigh more, so that leaving weights out would show.
    const wrong = modelRight(given).map((right) => 1 - right);
    const weights = given.weight!.map((weight, i) => weight * (1 + 3 * wrong[i]));
    await writeTable(folder.at('weighted.csv'), { ...given, experts: [], weight: weights });
    await done(['fit', 'fit.csv', '--method', 'reject', '-o', 'w.json', ...QUICK], { cwd });
    const { rejection } = await document(['evaluate', 'w.json', 'weighted.csv'], { cwd });
    const routes = (await done(['decide', 'w.json', 'weighted.csv'], { cwd })).trim().split('\n');
    const kept = weights.map((weight, i) => (routes[i].includes('"reject"') ? 0 : weight));
    const sum = (list: Float32Array) => list.reduce((a, b) => a + b, 0);
    const lost = sum(kept.map((weight, i) => weight * wrong[i]));
    expect(routes).toHaveLength(given.rows);
    expect(rejection.coverage).toBeCloseTo(sum(kept) / sum(weights), 4);
    expect(rejection.risk).toBeCloseTo(lost / sum(kept), 4);
    expect(rejection.generalisedRisk).toBeCloseTo(lost / sum(weights), 4);
    expect(rejection.riskInterval.lower).toBeLessThan(rejection.risk);
    expect(rejection.riskInterval.upper).toBeGreaterThan(rejection.risk);
    expect(rejection.curve.at(-1).risk).toBeCloseTo(
      sum(weights.map((weight, i) => weight * wrong[i])) / sum(weights),
      4,
    );
  });

  it('compare refuses a rate of 1 before it trains', async () => {
    const ran = await cede(
      ['compare', 'fit.csv', 'test.csv', '--method', 'reject', '--rate', '1', '--out', 'none'],
      { cwd },
    );
    expectRefusal(ran, 1, /--rate 1 turns every case away/);
    expect(existsSync(folder.at('none'))).toBe(false);
  });

  it.each<[string, string, RegExp]>([
    [
      '--expert-name',
      'Anna',
      /--expert-name names an expert, and nobody is asked\. Leave it out\./,
    ],
    ['--budget', '1', /--budget pays for the answers of an expert, and nobody is asked\./],
  ])('compare refuses %s, which is about an expert', async (option, value, said) => {
    const args = ['compare', 'fit.csv', 'test.csv', '--method', 'reject', '--out', 'none'];
    expectRefusal(await cede([...args, option, value], { cwd }), 1, said);
    expect(existsSync(folder.at('none'))).toBe(false);
  });
});

describe('losses', () => {
  it("have the smaller end of the system's interval first, rejecting or not", async () => {
    writeFileSync(folder.at('loss.csv'), questions('loss'));
    for (const method of ['reject', 'drcpe-given']) {
      const policy = `${method}.json`;
      await done(['fit', 'loss.csv', '--method', method, '-o', policy, ...QUICK], { cwd });
      const said = await done(['evaluate', policy, 'loss.csv'], { cwd });
      const [, ...ends] = said.match(/(?:system|answered) .*?\(([\d.]+) to ([\d.]+)\)/)!;
      expect(Number(ends[0]), said).toBeLessThan(Number(ends[1]));
    }
  });
});
