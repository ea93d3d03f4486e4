import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { inputOf, orderByScore, parsePolicy, scoreRows, type Table } from '@cede/core';
import { writeTable } from '@cede/data/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cede,
  cedeProcess,
  document,
  done,
  ended,
  expectRefusal,
  QUICK_FIT,
  startCede,
  temporaryFolder,
} from './cede.js';
import { questions, world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;
const table = world({ seed: 3, columns: true });

beforeAll(async () => {
  await writeTable(folder.at('fit.csv'), world({ columns: true }));
  for (const ending of ['csv', 'jsonl', 'parquet', 'npz'])
    await writeTable(folder.at(`rows.${ending}`), table);
  await writeTable(folder.at('plain.csv'), world({ seed: 3 }));
  await done(['fit', 'fit.csv', '-o', 'policy.json', ...QUICK_FIT], { cwd });
  await done(['fit', 'fit.csv', '--features', 'skill', '-o', 'skill.json', ...QUICK_FIT], { cwd });
});
afterAll(folder.remove);

const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Scores and decisions by the library, for many rows at once. */
function expected(policyName: string, rows: Table) {
  const policy = parsePolicy(readFileSync(folder.at(policyName), 'utf8'), policyName);
  const scores = scoreRows(policy.scorer, inputOf(rows, policy.scorer.features));
  const [threshold] = policy.threshold.values;
  return { scores, threshold, defers: Array.from(scores, (score) => score <= threshold) };
}

describe('cede decide', () => {
  it.each(['policy.json', 'skill.json'])('decides as the library does: %s', async (name) => {
    const said = lines(await done(['decide', name, 'rows.csv'], { cwd }));
    const { scores, threshold, defers } = expected(name, table);
    expect(said.map(({ id }) => id)).toEqual(table.id);
    expect(said.map(({ defer }) => defer)).toEqual(defers);
    expect(new Set(defers).size).toBe(2);
    said.forEach((decision, i) => {
      expect(decision.score).toBeCloseTo(scores[i], 6);
      expect(decision.threshold).toBe(threshold);
      expect(decision.margin).toBeCloseTo(decision.score - threshold, 12);
      expect(decision.route).toBe(decision.defer ? 'expert' : 'model');
      const row = table.model!.subarray(3 * i, 3 * i + 3);
      expect(decision.answer).toBe(table.classes[row.indexOf(Math.max(...row))]);
      expect(decision.probability).toBeCloseTo(Math.max(...row), 5);
    });
    const { deferred } = await document(['evaluate', name, 'rows.csv'], { cwd });
    expect(deferred).toBe(defers.filter(Boolean).length);
  });

  it('gives the same lines for every format and for stdin', async () => {
    const said = await done(['decide', 'skill.json', 'rows.csv'], { cwd });
    for (const name of ['rows.jsonl', 'rows.parquet', 'rows.npz'])
      expect(await done(['decide', 'skill.json', name], { cwd }), name).toBe(said);
    for (const name of ['rows.jsonl', 'rows.csv']) {
      const input = readFileSync(folder.at(name));
      expect(await done(['decide', 'skill.json'], { cwd, input }), name).toBe(said);
    }
  });

  it('decides cases without classes', async () => {
    writeFileSync(folder.at('questions.csv'), questions('correct'));
    const fit = ['fit', 'questions.csv', '--features', 'f_*', '-o', 'questions.json'];
    await done([...fit, '--method', 'drcpe-zeroone', '--epochs', '2'], { cwd });
    const input = '{"f_length": 0.5, "f_topic": 2}\n{"f_topic": 1, "f_length": -2}\n';
    const said = lines(await done(['decide', 'questions.json'], { cwd, input }));
    expect(said.map(({ route }) => /^(model|expert)$/.test(route))).toEqual([true, true]);
    const swapped = lines(
      await done(['decide', 'questions.json'], {
        cwd,
        input: '{"f_topic": 2, "f_length": 0.5}\n',
      }),
    );
    expect(swapped[0]).toEqual(said[0]);
  });

  const good = '{"id": "a", "model": [0.5, 0.3, 0.2]}';
  const bad = [
    '{"model": [0.5, 0.3',
    '{"model": [0.5, 0.9, 0.2]}',
    '{"model": [0.5, 0.5]}',
    '{"model": "high"}',
    '{}',
    '[1, 2]',
    '{"model": [null, 0.5, 0.5]}',
  ];

  it('answers a bad line with an error in its place and goes on', async () => {
    const input = bad.flatMap((line) => [good, line]).join('\n');
    const { code, out, err } = await cede(['decide', 'policy.json'], { cwd, input });
    expect([code, err]).toEqual([
      0,
      `cede: stdin: ${bad.length} of ${2 * bad.length} lines could not be decided; the errors are in the output.\n`,
    ]);
    const said = lines(out);
    expect(said).toHaveLength(2 * bad.length);
    said.forEach((line, i) => {
      if (i % 2 === 0) expect(line).toMatchObject({ id: 'a', defer: expect.any(Boolean) });
      else {
        expect(line).toEqual({ row: i + 1, error: expect.stringMatching(/^row \d+: .+\.$/) });
        expect(line.error).toMatch(new RegExp(`^row ${i + 1}: `));
      }
    });
  });

  it('names the bad line by its id where it can be read, and counts them at the end', async () => {
    const rows = Array.from({ length: 1000 }, (_, i) =>
      i % 200 === 7 ? `{"id": ${i}, "model": [0.5, 0.9, 0.2]}` : good,
    );
    const ask = { cwd, input: rows.join('\n') };
    const { code, out, err } = await cede(['decide', 'policy.json'], ask);
    expect(lines(out).filter((line) => 'error' in line)).toEqual(
      [7, 207, 407, 607, 807].map((i) => ({
        row: i + 1,
        id: String(i),
        error: expect.stringMatching(/sum to 1\.6/),
      })),
    );
    expect([code, err]).toEqual([
      0,
      'cede: stdin: 5 of 1,000 lines could not be decided; the errors are in the output.\n',
    ]);
    const quiet = await cede(['decide', 'policy.json', '--quiet'], ask);
    expect(quiet).toMatchObject({ code: 0, out: '', err: expect.stringMatching(/decided\.\n$/) });
  });

  it('names no bad line by an id that is none', async () => {
    const input = [good, '{"id": {"x": 1}, "model": [0.5, 0.9, 0.2]}'].join('\n');
    expect(lines(await done(['decide', 'policy.json'], { cwd, input }))[1]).toEqual({
      row: 2,
      error: expect.stringMatching(/^row 2: /),
    });
  });

  it('may begin with a bad line', async () => {
    for (const first of ['junk', '[1]', 'WARN: slow, 3 s']) {
      const input = [first, good, good].join('\n');
      const { code, out } = await cede(['decide', 'policy.json'], { cwd, input });
      expect(code).toBe(0);
      expect(lines(out)).toMatchObject([{ row: 1 }, { id: 'a' }, { id: 'a' }]);
    }
  });

  it('answers the rows behind a quote that is never closed', async () => {
    const head = 'id,model_p0,model_p1,model_p2';
    const input = [head, 'a,.2,.3,.5', '"d,.2,.3,.5', 'e,.2,.3,.5', 'f,.2,.3,.5', ''].join('\n');
    const said = lines(await done(['decide', 'policy.json'], { cwd, input }));
    expect(said).toMatchObject([{ id: 'a' }, { row: 2 }, { id: 'e' }, { id: 'f' }]);
    expect(said[1].error).toMatch(/^row 2: a quote is opened and not closed/);
    const strict = await cede(['decide', 'policy.json', '--strict'], { cwd, input });
    expect(strict.code).toBe(1);
    expect(strict.err).toMatch(/^cede: stdin, row 2: a quote is opened/);
    expect(lines(strict.out)).toHaveLength(1);
  });

  it('refuses a file without the columns in one sentence, before any answer', async () => {
    const wrong = await cede(['decide', 'skill.json', 'plain.csv'], { cwd });
    expectRefusal(wrong, 1, /^cede: plain\.csv: no column "skill" \(--features; the table has /);
    const input = `${good}\n${good}\n`;
    expectRefusal(
      await cede(['decide', 'skill.json'], { cwd, input }),
      1,
      /stdin: no column "skill"/,
    );
  });

  // What reads a whole table is loaded beside the one file of decide, with a core of its own.
  it('names options as they are typed where it reads a whole table, too', async () => {
    const top = ['decide', 'skill.json', 'plain.csv', '--top', '3'];
    expectRefusal(await cedeProcess(top, { cwd }), 1, /"skill".*--features/);
  });

  it('stops at a bad line with --strict, what came before is out', async () => {
    const input = [good, good, bad[1], good].join('\n');
    const { code, out, err } = await cede(['decide', 'policy.json', '--strict'], { cwd, input });
    expect(lines(out)).toHaveLength(2);
    expect(err).toMatch(/^cede: stdin, row 3: model probabilities sum to 1\.6[^\n]*\n$/);
    expect(code).toBe(1);
  });

  it('fails where nothing could be decided: the wrong file', async () => {
    const { code, out, err } = await cede(['decide', 'skill.json'], { cwd, input: good });
    expect(lines(out)[0].error).toMatch(/^row 1: no column "skill"/);
    expect(err).toBe(
      'cede: stdin: none of its 1 row could be decided; the errors are in the output.\n',
    );
    expect(code).toBe(1);
    const text = await cede(['decide', 'policy.json'], { cwd, input: new Uint8Array(500) });
    expectRefusal(text, 1, /not text/);
  });

  it('picks the best with --top, the lowest scores first', async () => {
    const { scores } = expected('policy.json', table);
    const order = Array.from(orderByScore(scores).subarray(0, 25));
    const said = await document(['decide', 'policy.json', 'rows.parquet', '--top', '25'], { cwd });
    expect(said).toMatchObject({ format: 'cede/top', rows: 400 });
    expect(said.top).toEqual(
      order.map((i) => ({ row: i + 1, id: table.id![i], score: scores[i] })),
    );
    const all = lines(await done(['decide', 'policy.json', 'rows.csv', '--top', '500'], { cwd }));
    expect(all).toHaveLength(400);
  });

  it('goes quietly when its reader has seen enough', async () => {
    const child = startCede(['decide', 'policy.json'], { cwd });
    child.stdin!.on('error', () => undefined);
    const feed = setInterval(() => child.stdin!.write(`${good}\n`.repeat(200)), 5);
    child.stdout!.once('data', () => child.stdout!.destroy());
    let err = '';
    child.stderr!.on('data', (text) => {
      err += text;
    });
    const code = await new Promise((resolve) => child.on('exit', resolve));
    clearInterval(feed);
    expect([code, err]).toEqual([0, '']);
  });
});

/** What the process has used at most, in megabytes. */
function peak(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024;
}

describe.skipIf(process.platform !== 'linux')('an endless stream', () => {
  const line = `${JSON.stringify({ id: 'a', model: [0.5, 0.3, 0.2], note: 'x'.repeat(30_000) })}\n`;
  const piece = line.repeat(8);

  it('of 300 MB goes through in bounded memory', async () => {
    const child = startCede(['decide', 'policy.json'], { cwd });
    let answers = 0;
    child.stdout!.on('data', (bytes: Buffer) => {
      for (const byte of bytes) if (byte === 10) answers++;
    });
    const exit = new Promise((resolve) => child.on('close', resolve));
    let sent = 0;
    let most = 0;
    while (sent * line.length < 300e6) {
      sent += 8;
      if (!child.stdin!.write(piece)) await new Promise((go) => child.stdin!.once('drain', go));
      if (sent % 800 === 0) most = Math.max(most, peak(child.pid!));
    }
    most = Math.max(most, peak(child.pid!));
    child.stdin!.end();
    expect(await exit).toBe(0);
    expect(answers).toBe(sent);
    expect(most).toBeGreaterThan(30);
    expect(most).toBeLessThan(300);
  });

  it('waits while nobody reads its answers', async () => {
    const short = `${JSON.stringify({ id: 'a', model: [0.5, 0.3, 0.2] })}\n`.repeat(500);
    const child = startCede(['decide', 'policy.json'], { cwd });
    child.stdin!.on('error', () => undefined);
    let sent = 0;
    let last = performance.now();
    let stop = false;
    const feeding = (async () => {
      while (!stop) {
        const room = child.stdin!.write(short);
        sent += short.length;
        last = performance.now();
        if (!room) await new Promise((go) => child.stdin!.once('drain', go));
      }
    })();
    while (performance.now() - last < 1500) await sleep(50);
    // It has stopped taking: a few buffers are full, nothing grows.
    const taken = sent;
    expect(taken).toBeLessThan(20e6);
    expect(peak(child.pid!)).toBeLessThan(300);
    // It goes on as soon as somebody reads.
    const end = ended(child);
    while (sent < taken + 2e6) await sleep(20);
    stop = true;
    await feeding;
    child.stdin!.end();
    const { code, out } = await end;
    expect(code).toBe(0);
    expect(out.split('\n').length - 1).toBe((sent / short.length) * 500);
  });
});
