import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './cede.js';
import { world } from './worlds.js';

/** The build, as `import … from 'cede'` finds it. */
const BUILT = pathToFileURL(join(import.meta.dirname, '..', 'lib', 'index.js')).href;
const cede = (await import(/* @vite-ignore */ BUILT)) as typeof import('../src/index.js');

const folder = temporaryFolder();
afterAll(folder.remove);
const run = { jobs: 1 };

/** A key that no type knows, as a program without types may give it. */
const loose = (options: object) => options as never;

describe('a key that nothing reads is refused', () => {
  const table = world({ rows: 400 });
  const others = world({ rows: 400, seed: 2 });

  it('by every question, with the place where it belongs', async () => {
    await expect(cede.fit(table, loose({ rate: 0.3 }), run)).rejects.toThrow(
      'fit: doesn\'t know "rate" (expected method, setting, calibrationShare, training, expert, modelVersion, columns, answers, errorCost, combine). Give it as setting.rate.',
    );
    await expect(cede.fit(table, loose({ setting: { rats: 1 } }), run)).rejects.toThrow(/"rats"/);
    await expect(cede.fit(table, loose({ training: { epoch: 1 } }), run)).rejects.toThrow(
      /fit, training: doesn't know "epoch"/,
    );
    await expect(cede.judge(table, loose({ seed: 1 }), run)).rejects.toThrow(
      /Give it as training\.seed\.$/,
    );
    await expect(cede.choose(table, loose({ method: 'conf' }), run)).rejects.toThrow(/"method"/);
    await expect(
      cede.compare({ fit: table, test: others }, loose({ errorCost: 1 }), run),
    ).rejects.toThrow(/Give it as measures\.errorCost\.$/);
    await expect(cede.readTable('none.csv', loose({ experts: 'a' }))).rejects.toThrow(/"experts"/);
    expect(() => cede.splitTable(table, loose({ share: 0.5 }))).toThrow(/"share"/);
  });

  it('by a certificate above all: a promise that was misspelt would not be tested', async () => {
    const { policy } = await cede.fit(table, { method: 'conf' }, run);
    const certify = (promises: object) => () => cede.certify(policy, others, loose(promises));
    expect(certify({ maxRate: 0.9, minGian: 0.1 })).toThrow(/"minGian" \(expected .*minGain/);
    expect(certify({ maxRate: 0.9, confidence: 0.8 })).toThrow(
      /Give it as the fourth argument's confidence\.$/,
    );
    expect(certify({ maxRate: 0.9 })().feasible).toBe(true);
    expect(() => cede.evaluate(policy, others, loose({ group: 'x' }))).toThrow(/"group"/);
    expect(() => cede.tune(policy, loose({ rate: 0.2, maxRate: 0.3 }))).toThrow(/"maxRate"/);
    // A name that every object has is no key of ours, and no place either.
    expect(() => cede.tune(policy, loose({ toString: 1 }))).toThrow(/"toString"[^.]*\.$/);
  });
});

describe('a table that was read', () => {
  const rows = Array.from({ length: 120 }, (_, i) => {
    const [truth, sure] = [i % 2, 0.5 + ((i * 37) % 50) / 100];
    const right = i % 3 > 0 === sure > 0.7;
    const yes = right === (truth === 1) ? sure : 1 - sure;
    return `v${i},${truth ? 'yes' : 'no'},${yes},${1 - yes},${i % 5 ? truth : 1 - truth},${i >> 1},${i % 7}`;
  });
  const head = 'visit,truth,net_yes,net_no,nurse,patient,age';
  writeFileSync(
    folder.at('visits.csv.gz'),
    gzipSync(
      `${head}\n${rows
        .join('\n')
        .replace(/,1,(\d+),(\d)$/gm, ',yes,$1,$2')
        .replace(/,0,(\d+),(\d)$/gm, ',no,$1,$2')}\n`,
    ),
  );
  const options = {
    ...{ label: 'truth', model: 'net_*', expert: 'nurse', cluster: 'patient', id: 'visit' },
    features: ['age'],
  };
  const address = pathToFileURL(folder.at('visits.csv.gz'));

  it('may be named by an address, and is split with its name, hash and clusters', async () => {
    const table = await cede.readTable(address, options);
    expect(table.name).toBe('visits.csv.gz');
    const { fit, test } = cede.splitTable(table, { testShare: 0.25 });
    expect([fit.name, test.name]).toEqual(['visits.csv.gz (fit)', 'visits.csv.gz (test)']);
    expect([fit.table.rows, test.table.rows]).toEqual([90, 30]);
    // The same rows as the plain split gives, and nobody's patient on both sides.
    const plain = cede.splitTable(table.table, { testShare: 0.25 });
    expect(plain.test.id).toEqual(test.table.id);
    const patients = (side: typeof fit) =>
      new Set(Array.from(side.table.cluster!.index, (at) => side.table.cluster!.names[at]));
    const [left, right] = [patients(fit), patients(test)];
    expect([...left].filter((patient) => right.has(patient))).toEqual([]);
    // Known again: rows that a policy was fitted on certify nothing.
    const { policy } = await cede.fit(fit, { method: 'conf' }, run);
    expect(policy.table.hash).toBe(fit.hash);
    expect(() => cede.certify(policy, fit, { maxRate: 0.9 })).toThrow(cede.InputError);
  });

  it('gives a policy that remembers its columns, and decides rows by their names', async () => {
    const { policy } = await cede.fit(
      cede.splitTable(await cede.readTable(address, options)).fit,
      { method: 'drcpe-zeroone', training: { epochs: 3 } },
      run,
    );
    expect(policy.columns).toEqual({
      ...options,
      features: undefined,
      expert: ['nurse'],
      modelColumns: ['net_yes', 'net_no'],
    });
    const stored = pathToFileURL(folder.at('policy.json'));
    await cede.writePolicy(stored, policy);
    const decider = cede.createRowDecider(await cede.readPolicy(stored));
    const { decide } = cede.createDecider(policy);
    const [no, yes] = [policy.classes.indexOf('no'), policy.classes.indexOf('yes')];
    for (const p of [0.1, 0.45, 0.55, 0.9])
      for (const age of [0, 6]) {
        const byPlace = [0, 0];
        byPlace[yes] = p;
        byPlace[no] = 1 - p;
        const expected = decide(Float32Array.from(byPlace), [age]);
        // The columns in another order, and one that nobody asked for.
        const row = { extra: 'x', age, net_no: 1 - p, visit: 'v9', net_yes: p };
        expect(decider.decide(row)).toEqual({ id: 'v9', ...expected });
      }
    expect(() => decider.decide({ net_yes: 0.5, net_no: 0.5 })).toThrow(/age/);
    expect(() => decider.decide({ net_yes: 0.5, net_no: 0.9, age: 1 })).toThrow(/sum to 1\.4/);
  });
});
