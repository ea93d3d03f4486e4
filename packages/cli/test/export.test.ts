import { readFileSync, writeFileSync } from 'node:fs';
import { parsePolicy, type Table } from '@cede/core';
import { writeTable } from '@cede/data/node';
import * as ort from 'onnxruntime-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { document, done, QUICK, temporaryFolder } from './cede.js';
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
