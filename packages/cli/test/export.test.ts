import { readFileSync, writeFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import {
  candidatesFor,
  createDecider,
  fitPolicy,
  parsePolicy,
  standaloneFile,
  type Table,
} from '@cede/core';
import { writeTable } from '@cede/data/node';
import { DuckDBInstance } from '@duckdb/node-api';
import * as ort from 'onnxruntime-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHROMIUM, openChromium } from '../../core/test/chromium.js';
import { cede, document, done, QUICK, temporaryFolder } from './cede.js';
import { questions, world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;
const rows: Table = world({ seed: 5, rows: 2000, columns: true });

beforeAll(async () => {
  await writeTable(folder.at('fit.csv'), world({ columns: true }));
  await writeTable(folder.at('rows.csv'), rows);
});
afterAll(folder.remove);

const CASES: [string, string[]][] = [
  ['drcpe-gce', []],
  ['drcpe-zeroone', ['--features', 'skill']],
  ['conf', []],
  ['linear', []],
];

it.each(CASES)('onnxruntime decides as cede decide: %s %j', async (method, flags) => {
  const name = `${method}.json`;
  const fit = ['fit', 'fit.csv', '-o', name, '--method', method, '--rate', '0.3', '--quiet'];
  await done([...fit, ...QUICK, ...flags], { cwd });
  await done(['export', name, '--onnx', `${method}.onnx`, '--quiet'], { cwd });
  const said = (await done(['decide', name, 'rows.csv'], { cwd })).trimEnd().split('\n');

  const session = await ort.InferenceSession.create(folder.at(`${method}.onnx`));
  const policy = parsePolicy(readFileSync(folder.at(name), 'utf8'), name);
  const { columns } = policy.scorer.features;
  const feeds: Record<string, ort.Tensor> = {
    probabilities: new ort.Tensor('float32', rows.model!, [rows.rows, 3]),
    ...(columns.length > 0 && {
      columns: new ort.Tensor('float32', rows.columns[0].values, [rows.rows, 1]),
    }),
  };
  const output = await session.run(feeds);
  const scores = output.score.data as Float32Array;
  const defers = output.defer.data as Uint8Array;
  let deferred = 0;
  said.forEach((line, i) => {
    const { score, defer, margin } = JSON.parse(line);
    const slack = 1e-5 * Math.max(1, Math.abs(score));
    expect(Math.abs(scores[i] - score)).toBeLessThanOrEqual(slack);
    if (Math.abs(margin) > slack) expect(Boolean(defers[i]), `row ${i}`).toBe(defer);
    deferred += Number(defer);
  });
  expect(deferred).toBeGreaterThan(200);
  expect(deferred).toBeLessThan(1200);
});

it('names the inputs that the graph has: without classes there are no probabilities', async () => {
  writeFileSync(folder.at('questions.csv'), questions('correct'));
  const fit = ['fit', 'questions.csv', '-o', 'questions.json', '--method', 'drcpe-zeroone'];
  await done([...fit, ...QUICK, '--quiet'], { cwd });
  const ask = ['export', 'questions.json', '--onnx', 'questions.onnx'];
  expect(await done(ask, { cwd })).toMatch(/ bytes\): input columns, outputs score and defer\.\n$/);
  const { inputs } = await document(ask, { cwd });
  const session = await ort.InferenceSession.create(folder.at('questions.onnx'));
  expect(inputs).toEqual(session.inputNames);
});

it('one SQL statement decides in DuckDB as cede decide, from a file as the user has it', async () => {
  const fit = ['fit', 'fit.csv', '-o', 'sql.json', '--method', 'drcpe-gce', '--features', 'skill'];
  await done([...fit, '--rate', '0.3', ...QUICK, '--quiet'], { cwd });
  const sql = ['export', 'sql.json', '--sql', 'decide.sql', '--dialect', 'duckdb'];
  const table = `'${folder.at('rows.csv')}'`;
  // The columns of the table that it was fitted on, which aren't the usual ones.
  expect(await done([...sql, '--table', table], { cwd })).toMatch(
    /Wrote decide.sql .*: reads model_p0, model_p1, model_p2 as the probabilities of .*, skill of .*, for duckdb\./,
  );
  const said = (await done(['decide', 'sql.json', 'rows.csv'], { cwd })).trimEnd().split('\n');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const found = await connection.runAndReadAll(readFileSync(folder.at('decide.sql'), 'utf8'));
  const byId = new Map(found.getRowObjects().map((row) => [String(row.id), row]));
  for (const line of said) {
    const { id, score, defer, margin, route } = JSON.parse(line);
    const row = byId.get(String(id))!;
    const slack = 1e-5 * Math.max(1, Math.abs(score));
    expect(Math.abs((row.score as number) - score)).toBeLessThanOrEqual(slack);
    if (Math.abs(margin) > slack) expect([row.defer, row.route]).toEqual([defer, route]);
  }
  expect(byId.size).toBe(said.length);
});

it('one JavaScript file decides as cede decide, in a context that has nothing', async () => {
  const fit = ['fit', 'fit.csv', '-o', 'js.json', '--method', 'drcpe-gce', '--features', 'skill'];
  await done([...fit, '--rate', '0.3', ...QUICK, '--quiet'], { cwd });
  await done(['export', 'js.json', '--js', 'policy.cjs', '--quiet'], { cwd });
  await done(['export', 'js.json', '--js', 'policy.mjs', '--quiet'], { cwd });
  const code = readFileSync(folder.at('policy.cjs'), 'utf8');
  expect(code).not.toMatch(/\brequire\(|\bimport\s*[({'"]|process\./);
  // As a string through JSON: objects of another context have other prototypes.
  const bare = createContext(Object.create(null));
  runInContext(`var module = {}; ${code}`, bare);
  const { decide } = await import(folder.at('policy.mjs'));
  const said = (await done(['decide', 'js.json', 'rows.csv'], { cwd })).trimEnd().split('\n');
  said.slice(0, 200).forEach((line, i) => {
    const { score, defer, threshold } = JSON.parse(line);
    const input = {
      probabilities: Array.from(rows.model!.subarray(3 * i, 3 * i + 3)),
      features: { skill: rows.columns[0].values[i] },
    };
    const there = JSON.parse(
      runInContext(`JSON.stringify(module.exports.decide(${JSON.stringify(input)}))`, bare),
    );
    expect(there).toMatchObject({ score, defer, threshold });
    expect(decide(input)).toMatchObject({ score, defer, threshold });
  });
  expect(() => decide({ probabilities: [1, 0, 0], features: { skil: 1 } })).toThrow(
    'the feature skill is missing',
  );
});

it.skipIf(!CHROMIUM)(
  'the same file decides so in Chromium (skipped without it)',
  async () => {
    const said = (await done(['decide', 'js.json', 'rows.csv'], { cwd })).trimEnd().split('\n');
    const inputs = said.map((_, i) => ({
      probabilities: Array.from(rows.model!.subarray(3 * i, 3 * i + 3)),
      features: { skill: rows.columns[0].values[i] },
    }));
    const browser = await openChromium();
    try {
      const page = await browser.newPage();
      // As text: the test's own compiler would replace its import.
      const code = JSON.stringify(readFileSync(folder.at('policy.mjs'), 'utf8'));
      const decided = await page.evaluate<object[]>(
        `import(URL.createObjectURL(new Blob([${code}], { type: 'text/javascript' })))
        .then(({ decide }) => ${JSON.stringify(inputs)}.map((input) => decide(input)))`,
      );
      expect(decided.length).toBe(rows.rows);
      said.forEach((line, i) => {
        const { score, defer, threshold } = JSON.parse(line);
        expect(decided[i]).toMatchObject({ score, defer, threshold });
      });
    } finally {
      await browser.close();
    }
  },
  60_000,
);

const small: Table = world({ seed: 6, rows: 400, columns: true });
const CHOICES = candidatesFor(small).map(({ name }) => name);
const MIXED = 'mix:0.5*logistic:0.3*boosting:0.2*diff01+calibrated';

it.each([...CHOICES, MIXED])('what auto may choose fits into one file: %s', (method) => {
  const policy = fitPolicy(small, { method, epochs: 2, rate: 0.3 });
  const script = readFileSync(new URL('../lib/edge-decider.txt', import.meta.url), 'utf8');
  const bare = createContext(Object.create(null));
  runInContext(`var module = {}; ${standaloneFile(policy, script, 'common')}`, bare);
  const { decide } = createDecider(policy);
  const { columns } = policy.scorer.features;
  for (let i = 0; i < 40; i++) {
    const values = columns.map((_, j) => small.columns[j].values[i]);
    const probabilities = Array.from(small.model!.subarray(3 * i, 3 * i + 3));
    const features = Object.fromEntries(columns.map(({ name }, j) => [name, values[j]]));
    const input = JSON.stringify({ probabilities, features });
    const there = runInContext(`JSON.stringify(module.exports.decide(${input}))`, bare);
    expect(JSON.parse(there)).toEqual(JSON.parse(JSON.stringify(decide(probabilities, values))));
  }
});

it('says what is missing', async () => {
  const refused = async (...args: string[]) => (await cede(['export', ...args], { cwd })).err;
  expect(await refused('js.json')).toMatch('name what to write with --onnx, --sql or --js');
  expect(await refused('js.json', '--sql', 'x.sql')).toMatch(
    '--sql needs --dialect, one of duckdb',
  );
  expect(await refused('js.json', '--js', 'x.js', '--model', 'a,b')).toMatch('are about --sql');
  expect(
    await refused('js.json', '--sql', 'x.sql', '--dialect', 'spark', '--model', 'a,b'),
  ).toMatch('the policy has 3 classes');
});
