import { writeFileSync } from 'node:fs';
import { printPolicy, stream, tune } from '@cede/core';
import { readTable } from '@cede/data/node';
import { fit, inlineStudyRunner } from '@cede/study';
import { afterAll, describe, expect, it } from 'vitest';
import { putInForce } from '../src/engine/in-force.js';
import type { LoggedCase } from '../src/replay/cases.js';
import { replayCommand } from '../src/replay/command.js';
import { estimateMean, type Term } from '../src/replay/estimate.js';
import { replay } from '../src/replay/replay.js';
import { started, temporaryFolder, worldPolicy, worldTable, worldText } from './world.js';

// Commands of several tests share the cores: a test may have to wait for its turn.

const folder = temporaryFolder();
afterAll(folder.remove);

/** A log of the served world: the truth of every case, and what an audit showed of it. */
function logged(
  rows: number,
  seed: number,
  audit: number,
  kept = false,
): { cases: LoggedCase[]; gains: number[] } {
  const table = worldTable({ rows, seed });
  const random = stream(seed, 'audit');
  const gains: number[] = [];
  const cases = Array.from({ length: rows }, (_, i): LoggedCase => {
    const probs = Array.from(table.model!.subarray(3 * i, 3 * i + 3));
    const model = probs.indexOf(Math.max(...probs));
    const [gold, expert] = [
      table.label![i],
      (table.experts[0] as { labels: Int32Array }).labels[i],
    ];
    const difference = Number(expert === gold) - Number(model === gold);
    gains.push(difference);
    const wished = Math.max(...probs) < 0.55 && !kept;
    const asked = wished ? 1 : audit;
    const shown = random.uniform() < asked;
    return {
      ...{ id: `${i}`, at: i, input: { probs }, deferred: shown, wished, rank: Math.max(...probs) },
      ...{ asked, goldShare: 1, differenceSeen: asked },
      ...(shown && {
        difference,
        modelRight: Number(model === gold),
        expertAnswer: expert,
        gold,
        expertRight: Number(expert === gold),
      }),
    };
  });
  return { cases, gains };
}

describe('the estimate from audited cases', () => {
  const policy = putInForce(printPolicy(tune(worldPolicy(), { rate: 0.4 })), 1);
  const defers = (each: LoggedCase) => policy.decider.decide(each.input.probs!).defer;

  it('is as sharp as before where the audit share was lowered for the last cases', () => {
    const { cases } = logged(6000, 11, 0.2);
    const rare = logged(60, 12, 0.01).cases;
    const widthOf = (log: readonly LoggedCase[]) => {
      const { gain } = replay(log, policy);
      return gain!.high - gain!.low;
    };
    // One range for all cases, 201 instead of 11, made the interval more than twice as wide.
    expect(widthOf([...cases, ...rare])).toBeLessThan(1.3 * widthOf(cases));
  });

  it('names no number of cases that a handful of outcomes could not tell', () => {
    const { cases } = logged(800, 7, 0.1);
    const few = cases.slice(0, 12);
    const known = few.filter(({ difference }) => difference !== undefined).length;
    const { advice } = replay(few, policy);
    expect(advice).toMatchObject({ says: 'not yet', moreAudited: 30 - known });
    expect(advice.why).toContain('from 30 on');
  });

  it('is right on average, and its interval holds the truth', () => {
    let [error, held] = [0, 0];
    const worlds = 6;
    for (let seed = 1; seed <= worlds; seed++) {
      const { cases, gains } = logged(800, seed + 100, 0.1);
      const truth =
        cases.reduce((sum, each, i) => sum + (defers(each) ? gains[i] : 0), 0) / cases.length;
      const { gain, rate } = replay(cases, policy);
      expect(rate).toBeCloseTo(cases.filter(defers).length / cases.length, 10);
      error += (gain!.estimate - truth) / worlds;
      if (gain!.low <= truth && truth <= gain!.high) held++;
      expect(gain!.effective).toBeLessThan(cases.length);
    }
    // One world's standard error is about 0.02.
    expect(Math.abs(error)).toBeLessThan(0.03);
    expect(held).toBeGreaterThanOrEqual(worlds - 1);
  });

  it('tells about how many more audited cases it takes, also where few are audited', () => {
    // A twentieth is audited: there the largest possible weight widens the interval most.
    for (const [audit, rows] of [
      [0.05, 6000],
      [0.3, 1500],
    ]) {
      const { cases } = logged(rows, 5, audit, true);
      const first = replay(cases.slice(0, rows / 4), policy);
      expect(first.advice.says).toBe('not yet');
      const whole = first.known + first.advice.moreAudited!;
      const at = (known: number) => {
        const seen = cases.flatMap(({ difference }, k) => (difference === undefined ? [] : [k]));
        expect(seen.length).toBeGreaterThan(known);
        return replay(cases.slice(0, seen[known - 1] + 1), policy).advice.says;
      };
      expect([audit, at(Math.ceil(whole / 2)), at(Math.ceil(1.5 * whole))]).toEqual([
        ...[audit, 'not yet', 'switch on'],
      ]);
    }
  });

  it('uses earlier cases only: the first is not told by the second', () => {
    const term = (value: number): Term => ({ weight: 1, value, seen: 0.5, bin: 0 });
    const one = estimateMean([term(1)], 0.5, 0.05);
    expect(one.estimate).toBe(2); // no prediction yet: 1 / 0.5
    const two = estimateMean([term(1), { weight: 1, seen: 0.5, bin: 0 }], 0.5, 0.05);
    expect(two.estimate).toBeCloseTo((2 + 2 / 7) / 2, 12); // 2 seen of weight 2, and 5 pretended
  });

  it('refuses what no case could have shown', () => {
    const { cases } = logged(300, 7, 0);
    const blind = replay(cases, policy);
    expect(blind.gain).toBeUndefined();
    expect(blind.advice.says).toBe("can't tell");
    expect(blind.refused).toMatch(/no chance of reaching the expert/);
    const silent = cases.map(({ difference: _d, ...rest }) => ({ ...rest, asked: 0.5 }));
    expect(replay(silent, policy).advice.says).toBe("can't tell");
  });

  it('advises: switch on, not yet, don’t', () => {
    const { cases } = logged(1500, 11, 0.5, true);
    expect(replay(cases, policy).advice.says).toBe('switch on');
    const few = replay(cases.slice(0, 60), policy).advice;
    expect(few.says).toBe('not yet');
    expect(few.moreAudited).toBeGreaterThan(10);
    const worse = cases.map((each) =>
      each.difference === undefined ? each : { ...each, difference: -Math.abs(each.difference) },
    );
    expect(replay(worse, policy).advice.says).toBe("don't");
    const split = cases.map((each, k) => ({
      ...(k % 4 ? each : worse[k]),
      group: k % 4 ? 'many' : 'few',
    }));
    const hurt = replay(split, policy);
    expect(hurt.groups.find(({ group }) => group === 'few')?.hurt).toBe(true);
    expect(hurt.advice.says).toBe("don't");
  });
});

describe('a log that a service wrote', () => {
  it('is replayed, certified anew and exported as a table to refit from', async () => {
    const store = folder.at('log.db');
    const settings = { mode: 'observe', audit: 0.6 } as const;
    const client = await started({ store, served: { settings } });
    const table = worldTable({ rows: 700, seed: 42 });
    const cases = Array.from({ length: table.rows }, (_, i) => ({
      id: `l${i}`,
      probs: Array.from(table.model!.subarray(3 * i, 3 * i + 3)),
    }));
    const { json } = await client.post('/v1/decide', { cases });
    const labels = (table.experts[0] as { labels: Int32Array }).labels;
    const outcomes = cases.flatMap(({ id }, i) =>
      json.decisions[i].defer ? [{ id, expert: labels[i], gold: table.label![i] }] : [],
    );
    expect((await client.post('/v1/outcomes', { outcomes })).status).toBe(200);
    const advice = (await client.get('/v1/advice')).json;
    const path = folder.at('policy.json');
    writeFileSync(path, printPolicy(worldPolicy()));
    // Another process may read the log while it is served.
    const told = await replayCommand(store, { policy: path });
    expect(told.document).toMatchObject({ cases: 700, gain: advice.gain, advice: advice.advice });
    // Which cases are audited is up to a secret salt, so the interval is wider or narrower.
    expect(['switch on', 'not yet']).toContain(advice.advice.says);
    expect(told.text).toMatch(/\n(Switch on|Not yet): /);
    const status = (await client.get('/v1/status')).json;
    expect(status.accuracy.low).toBeLessThan(status.accuracy.estimate);
    expect(status.accuracy.of).toMatch(/as if it had decided every case/);
    const certified = await replayCommand(store, { policy: path, recertify: 0.35 });
    expect(certified.document.feasible).toBe(true);
    expect(certified.policy).toContain('"certificates"');
    const exported = folder.at('refit.parquet');
    await replayCommand(store, { policy: path, export: exported });
    const again = await readTable(exported);
    expect(again.rows).toBe(outcomes.length);
    // Rows that were less likely to be audited stand for more.
    const mass = again.weight!.reduce((a, b) => a + b, 0);
    expect(Math.abs(mass / 700 - 1)).toBeLessThan(0.15);
    const refitted = await fit(again, { method: 'linear' }, { runner: inlineStudyRunner() });
    expect(refitted.policy.method).toBe('linear');
    await client.serving.stop();
    const failed = await replayCommand(store, { policy: path, recertify: 0.01 });
    expect([failed.failed, failed.policy]).toEqual([true, undefined]);
    expect(failed.text).toMatch(/No threshold qualifies .*with 95 % confidence/);
    await expect(replayCommand(store, { policy: path, name: 'other' })).rejects.toThrow(/no cases/);
    await expect(replayCommand(folder.at('none.db'), { policy: path })).rejects.toThrow(
      /not there/,
    );
  });
});

describe('a log without audits', () => {
  it('tells no accuracy, certifies nothing, and says what an export lacks', async () => {
    const store = folder.at('unaudited.db');
    const client = await started({ store });
    const table = worldTable({ rows: 700, seed: 43 });
    const cases = Array.from({ length: table.rows }, (_, i) => ({
      id: `u${i}`,
      probs: Array.from(table.model!.subarray(3 * i, 3 * i + 3)),
    }));
    const { json } = await client.post('/v1/decide', { cases });
    const labels = (table.experts[0] as { labels: Int32Array }).labels;
    const outcomes = cases.flatMap(({ id }, i) =>
      json.decisions[i].defer ? [{ id, expert: labels[i], gold: table.label![i] }] : [],
    );
    await client.post('/v1/outcomes', { outcomes });
    const unseen = 700 - outcomes.length;
    const said = new RegExp(`${unseen} of 700 cases had no chance of being judged`);
    // The gain is known: only cases that the policy hands over make it.
    const advice = (await client.get('/v1/advice')).json;
    expect(advice.gain.estimate).toBeGreaterThan(0);
    expect(advice.accuracy).toBeUndefined();
    expect((await client.get('/v1/status')).json.accuracy.note).toMatch(said);
    const path = folder.at('unaudited.json');
    writeFileSync(path, printPolicy(worldPolicy()));
    expect((await replayCommand(store, { policy: path })).text).toMatch(said);
    await expect(replayCommand(store, { policy: path, recertify: 0.3 })).rejects.toThrow(
      new RegExp(`${unseen} of 700 cases had no chance of reaching the expert`),
    );
    const exported = folder.at('unaudited.csv');
    const told = await replayCommand(store, { policy: path, export: exported });
    expect(told.text).toMatch(
      new RegExp(`${unseen} cases had no chance .* nothing stands for them`),
    );
    // The truth about one kept case is no sample of the others.
    const kept = cases.find((_, i) => !json.decisions[i].defer)!.id;
    await client.post('/v1/outcomes', { id: kept, gold: 0 });
    await replayCommand(store, { policy: path, export: exported });
    expect((await readTable(exported)).rows).toBe(outcomes.length);
    await client.serving.stop();
  });
});

describe('a policy of other columns', () => {
  it('is tried on the cases that it can decide; the others are left out and counted', async () => {
    const store = folder.at('columns.db');
    const [plain, withAge] = [worldText(), worldText({ columns: true })];
    const client = await started({
      ...{ store, served: { text: plain, settings: { mode: 'observe', audit: 0.8 } } },
    });
    const table = worldTable({ rows: 400, seed: 44 });
    const labels = (table.experts[0] as { labels: Int32Array }).labels;
    const ask = async (prefix: string, more: object) => {
      const cases = Array.from({ length: table.rows }, (_, i) => ({
        ...{ id: `${prefix}${i}`, probs: Array.from(table.model!.subarray(3 * i, 3 * i + 3)) },
        ...more,
      }));
      const { status, json } = await client.post('/v1/decide', { cases });
      const outcomes = cases.flatMap(({ id }, i) =>
        json.decisions[i].defer ? [{ id, expert: labels[i], gold: table.label![i] }] : [],
      );
      expect([status, json.decisions.filter((each: object) => 'error' in each)]).toEqual([200, []]);
      await client.post('/v1/outcomes', { outcomes });
    };
    await ask('before', {});
    const put = (body: object, version: number) =>
      client.send('PUT', '/v1/policy', body, { 'if-match': `"${version}"` });
    // A challenger with a column more: callers may send it, and need not.
    expect((await put({ challenger: JSON.parse(withAge) }, 1)).status).toBe(200);
    await ask('beside', { age: 40 });
    await ask('without', {});
    const seen = async (id: string) => (await client.get(`/v1/decisions/${id}`)).json.challenger;
    expect((await seen('beside0')).policy).toBe(worldPolicy({ columns: true }).id);
    expect(await seen('without0')).toBeUndefined();
    const { json: advice } = await client.get('/v1/advice');
    expect([advice.cases, advice.leftOut]).toEqual([1200, undefined]);
    expect([advice.challenger.cases, advice.challenger.leftOut.cases]).toEqual([400, 800]);
    // A challenger with a column less passes it over, in the shadow and in the log.
    expect((await put({ policy: JSON.parse(withAge) }, 2)).status).toBe(200);
    expect((await put({ challenger: JSON.parse(plain) }, 3)).status).toBe(200);
    await ask('after', { age: 50 });
    expect((await seen('after0')).policy).toBe(worldPolicy().id);
    expect((await client.get('/v1/status')).json.accuracy.known).toBeGreaterThan(0);
    const path = folder.at('columns.json');
    writeFileSync(path, withAge);
    const told = await replayCommand(store, { policy: path });
    expect(told.text).toMatch(/800 cases more were left out: this policy can't decide them .*age/);
    const certified = await replayCommand(store, { policy: path, recertify: 0.4 });
    expect(certified.document.feasible).toBe(true);
    await client.serving.stop();
  });
});
