import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parsePolicy, stream, type Table } from '@cede/core';
import { writeTable } from '@cede/data/node';
import { createRowDecider } from 'cede';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cede, document, done, expectRefusal, temporaryFolder } from './cede.js';
import { world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;
afterAll(folder.remove);

/** A ward in which the expert is at home, a measurement that is often missing, and a code. */
function clinic(seed: number): Table {
  const table = world({ seed });
  const random = stream(seed, 'clinic');
  const draw = (value: () => number) => Float32Array.from({ length: table.rows }, value);
  return {
    ...table,
    columns: [
      { name: 'f_age', values: draw(() => 50 + 9 * random.normal()) },
      { name: 'f_crp', values: draw(() => (random.below(4) === 0 ? Number.NaN : random.normal())) },
      {
        name: 'f_ward',
        levels: ['north', 'south', 'east'],
        values: draw(() => (random.below(8) === 0 ? Number.NaN : random.below(3))),
      },
      { name: 'icd', levels: ['7', '3', '12'], values: draw(() => random.below(3)) },
    ],
  };
}

const CATEGORY = ['--categories', 'icd'];
const FORMATS = ['csv', 'jsonl', 'parquet', 'npz'];

beforeAll(async () => {
  await writeTable(folder.at('fit.csv'), clinic(1));
  for (const format of FORMATS) await writeTable(folder.at(`rows.${format}`), clinic(2));
});

const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('features with gaps and categories', () => {
  it('check counts and names them', async () => {
    const { features, categories, missing, findings } = await document(
      ['check', 'fit.csv', ...CATEGORY],
      { cwd },
    );
    expect(features).toEqual(['f_age', 'f_crp', 'f_ward', 'icd']);
    expect(categories).toEqual({ f_ward: 3, icd: 3 });
    const gaps = (name: string) =>
      clinic(1)
        .columns.find((column) => column.name === name)!
        .values.filter(Number.isNaN).length;
    expect(missing).toEqual({ f_crp: gaps('f_crp'), f_ward: gaps('f_ward') });
    expect(findings.map(({ code }: { code: string }) => code)).toContain('feature-gaps');
    const said = await done(['check', 'fit.csv', ...CATEGORY], { cwd });
    expect(said).toContain(
      `f_age, f_crp (${missing.f_crp} missing), f_ward (3 levels, ${missing.f_ward} missing), icd (3 levels)`,
    );
  });

  describe.each(['linear', 'drcpe-gce', 'drcpe-zeroone+linear'])('%s', (method) => {
    const policy = `${method}.json`;

    it('fits, tunes, evaluates and decides alike in every format', async () => {
      const fit = ['fit', 'fit.csv', ...CATEGORY, '-o', policy, '--method', method];
      const said = await done([...fit, '--epochs', '3'], { cwd });
      expect(said).toMatch(
        /f_age, f_crp, f_ward \(3 levels\), icd \(3 levels\)\. Expert: expert\./,
      );
      await done(['tune', policy, '--rate', '0.3'], { cwd });
      // The policy knows that icd is a category: nobody says it again.
      const { rows } = await document(['evaluate', policy, 'rows.csv'], { cwd });
      expect(rows).toBe(clinic(2).rows);
      const decided = await done(['decide', policy, 'rows.csv'], { cwd });
      expect(lines(decided).filter(({ score }) => Number.isFinite(score))).toHaveLength(rows);
      for (const format of FORMATS)
        expect(await done(['decide', policy, `rows.${format}`], { cwd }), format).toBe(decided);
      const top = lines(await done(['decide', policy, 'rows.parquet', '--top', '5'], { cwd }));
      const scores = lines(decided).map(({ score }) => score);
      expect(top.map(({ score }) => score)).toEqual(scores.sort((a, b) => a - b).slice(0, 5));
      const { inputs } = await document(['export', policy, '--onnx', `${method}.onnx`], { cwd });
      expect(inputs).toEqual(['probabilities', 'columns']);
    });
  });

  it('auto compares its candidates on them', async () => {
    const fit = ['fit', 'fit.csv', ...CATEGORY, '-o', 'auto.json', '--epochs', '2'];
    const { method, choice } = await document(fit, { cwd });
    expect(choice.method).toBe(method);
    await done(['evaluate', 'auto.json', 'rows.npz', ...CATEGORY], { cwd });
  });

  it('compare says what scorers saw, in the terminal, results.json and the report', async () => {
    const compare = ['compare', 'fit.csv', 'rows.parquet', ...CATEGORY, '--out', 'out'];
    const methods = ['--methods', 'conf,linear,drcpe-gce', '--method', 'linear', '--rate', '0.2'];
    const said = await done([...compare, ...methods, '--seeds', '2', '--epochs', '2'], { cwd });
    expect(said).toContain('f_ward (3 levels, ');
    const { fit } = JSON.parse(readFileSync(folder.at('out/results.json'), 'utf8'));
    expect(fit.categories).toEqual({ f_ward: 3, icd: 3 });
    expect(Object.keys(fit.missing)).toEqual(['f_crp', 'f_ward']);
    expect(readFileSync(folder.at('out/report.html'), 'utf8')).toContain('f_ward (3 levels, ');
  });
});

describe('what was never fitted', () => {
  const row = { model: [0.5, 0.3, 0.2], f_age: 50, f_crp: 0.1, f_ward: 'north', icd: 7 };
  const stdin = [
    row,
    { ...row, f_age: 5000 },
    { ...row, f_ward: 'west', icd: 99 },
    { ...row, f_crp: null, f_ward: '' },
    { model: row.model, f_age: 50, icd: '3' },
    { ...row, f_age: null },
    { ...row, f_age: 'old' },
  ];
  const UNUSUAL = [undefined, ['f_age'], ['f_ward', 'icd'], undefined, undefined];

  it('is flagged and counted, or answered with an error, in a stream', async () => {
    const input = stdin.map((line) => JSON.stringify(line)).join('\n');
    const { out, err } = await cede(['decide', 'linear.json'], { cwd, input });
    const said = lines(out);
    expect(said.slice(0, 5).map(({ unusual }) => unusual)).toEqual(UNUSUAL);
    expect(said[5].error).toBe(
      "row 6: feature f_age is missing, and no fitting row was without it, so the scorer can't tell what that means. Fill it, or fit again with such rows.",
    );
    expect(said[6].error).toMatch(/^row 7: column "f_age" holds "old" \(expected a number\)/);
    expect(err).toContain(
      'cede: stdin: 2 rows have values unlike those fitted: more than 3 deviations beyond the range, or a level that no fitting row had (f_age: 1, f_ward: 1, icd: 1); see "unusual" in the output.',
    );
    expect(err).toContain('2 of 7 lines could not be decided');
  });

  it('is flagged by the library as by the command', async () => {
    const policy = parsePolicy(readFileSync(folder.at('linear.json'), 'utf8'));
    const decider = createRowDecider(policy);
    expect(stdin.slice(0, 5).map((line) => decider.decide(line).unusual)).toEqual(UNUSUAL);
    expect(() => decider.decide(stdin[5])).toThrow(/f_age is missing, and no fitting row/);
  });

  it('is flagged and counted in tables, which are refused for a gap that was never fitted', async () => {
    const table = clinic(2);
    const [age, crp, ward, icd] = table.columns;
    const odd = {
      ...table,
      columns: [
        { ...age, values: age.values.map((value, i) => (i < 3 ? 9000 : value)) },
        crp,
        { ...ward, levels: ['north', 'west', 'east'] },
        icd,
      ],
    };
    for (const format of ['parquet', 'csv']) {
      await writeTable(folder.at(`odd.${format}`), odd);
      const { out, err } = await cede(['decide', 'linear.json', `odd.${format}`], { cwd });
      const flagged = lines(out).filter(({ unusual }) => unusual);
      const west = ward.values.filter((place) => place === 1).length;
      expect(flagged.filter(({ unusual }) => unusual.includes('f_ward'))).toHaveLength(west);
      expect(err, format).toContain(`f_ward: ${west}`);
      expect(err, format).toContain('f_age: 3');
    }
    const gap = { ...age, values: age.values.map((value, i) => (i === 16 ? Number.NaN : value)) };
    await writeTable(folder.at('gap.parquet'), { ...table, columns: [gap, crp, ward, icd] });
    for (const command of ['decide', 'evaluate'])
      expectRefusal(
        await cede([command, 'linear.json', 'gap.parquet'], { cwd }),
        1,
        /feature f_age is missing in 1 row \(first: row 17\), and in none of the rows that the scorer was fitted on\./,
      );
  });

  it('is the same in the one JavaScript file, and refused by name in SQL', async () => {
    await done(['export', 'linear.json', '--js', 'linear.mjs', '--quiet'], { cwd });
    const { decide } = await import(folder.at('linear.mjs'));
    const decider = createRowDecider(parsePolicy(readFileSync(folder.at('linear.json'), 'utf8')));
    for (const { model, ...features } of stdin.slice(0, 4)) {
      const { score, unusual } = decider.decide({ model, ...features });
      expect(decide({ probabilities: model, features })).toMatchObject({
        score,
        ...(unusual && { unusual }),
      });
    }
    const sql = ['export', 'linear.json', '--sql', 'x.sql', '--dialect', 'duckdb'];
    expectRefusal(
      await cede(sql, { cwd }),
      1,
      /SQL: a statement needs one number for every feature in every row, but f_ward and icd are categories, and f_crp may be missing\. Use cede decide or cede export --js, or fit without them\./,
    );
    expect(existsSync(folder.at('x.sql'))).toBe(false);
  });

  it('a column of words where numbers were, and a category that is none, are named', async () => {
    const text = readFileSync(folder.at('rows.csv'), 'utf8');
    const [header, ...rows] = text.trimEnd().split('\n');
    const place = header.split(',').indexOf('f_age');
    const worded = rows.map((line) => {
      const cells = line.split(',');
      cells[place] = 'old';
      return cells.join(',');
    });
    writeFileSync(folder.at('worded.csv'), [header, ...worded].join('\n'));
    expectRefusal(
      await cede(['evaluate', 'linear.json', 'worded.csv'], { cwd }),
      1,
      /feature column f_age holds names \(expected numbers, as the scorer was fitted with\)/,
    );
    const fit = ['fit', 'fit.csv', '-o', 'no.json', '--method', 'linear'];
    expectRefusal(
      await cede([...fit, '--categories', 'icx'], { cwd }),
      1,
      /no column "icx" \(--categories; /,
    );
    expect(existsSync(folder.at('no.json'))).toBe(false);
  });
});

describe('an embedding', () => {
  const width = 200;
  /** Along one direction of it the expert is at home. */
  function withEmbedding(seed: number): Table {
    const table = world({ seed });
    const random = stream(seed, 'embedding');
    const right = Float32Array.from(table.label!, (label, i) => {
      const p = table.model!.subarray(3 * i, 3 * i + 3);
      return p.indexOf(Math.max(...p)) === label ? 1 : -1;
    });
    const values = Float32Array.from(
      { length: table.rows * width },
      (_, at) => right[Math.floor(at / width)] * (at % 2 ? 0.5 : -0.5) + random.normal(),
    );
    return { ...table, blocks: [{ name: 'embedding', width, values }] };
  }

  it('is a feature like any other, in every command and format', async () => {
    for (const [name, seed] of [
      ['emb-fit', 1],
      ['emb-new', 2],
    ] as const)
      for (const format of FORMATS)
        await writeTable(folder.at(`${name}.${format}`), withEmbedding(seed));
    const features = ['--features', 'embedding'];
    const summary = await document(['check', 'emb-fit.parquet', ...features], { cwd });
    expect([summary.features, summary.blocks]).toEqual([['embedding'], { embedding: width }]);
    for (const method of ['linear', 'drcpe-gce']) {
      const fit = ['fit', 'emb-fit.parquet', ...features, '-o', 'emb.json', '--method', method];
      const said = await done([...fit, '--epochs', '10'], { cwd });
      expect(said).toContain("Sees the model's probabilities, embedding (200 numbers).");
      await done(['tune', 'emb.json', '--rate', '0.25'], { cwd });
      const decided = await done(['decide', 'emb.json', 'emb-new.csv'], { cwd });
      expect(lines(decided).filter(({ score }) => Number.isFinite(score))).toHaveLength(400);
      for (const format of FORMATS)
        expect(await done(['decide', 'emb.json', `emb-new.${format}`], { cwd }), format).toBe(
          decided,
        );
      const { rows } = await document(['evaluate', 'emb.json', 'emb-new.npz'], { cwd });
      expect(rows).toBe(400);
      await done(['export', 'emb.json', '--js', `${method}-emb.mjs`, '--quiet'], { cwd });
      const script = await import(folder.at(`${method}-emb.mjs`));
      const { model, blocks } = withEmbedding(2);
      const first = script.decide({
        probabilities: model!.subarray(0, 3),
        features: { embedding: blocks![0].values.subarray(0, width) },
      });
      expect(first.score).toBe(lines(decided)[0].score);
      const { inputs } = await document(['export', 'emb.json', '--onnx', 'emb.onnx'], { cwd });
      expect(inputs).toEqual(['probabilities', 'block_0']);
    }
    const compare = ['compare', 'emb-fit.npz', 'emb-new.jsonl', ...features, '--out', 'emb'];
    const methods = [
      '--methods',
      'conf,linear',
      '--method',
      'linear',
      '--seeds',
      '1',
      '--rate',
      '0.2',
    ];
    await done([...compare, ...methods], { cwd });
    const { fit, methods: found } = JSON.parse(readFileSync(folder.at('emb/results.json'), 'utf8'));
    expect(fit.blocks).toEqual({ embedding: width });
    expect(found.linear.area).toBeGreaterThan(found.conf.area + 1);
  });
});
