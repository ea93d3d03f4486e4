import { describe, expect, it } from 'vitest';
import { classlessTable, randomTable } from '../../test/tables.js';
import type { Expert, Table } from '../table/table.js';
import { takeRows } from '../table/take.js';
import { editDistance } from './closest-word.js';
import type { FitOptions, Fitted, Method } from './method.js';
import { METHOD_NAMES, methodNamed } from './registry.js';

const QUICK: FitOptions = { epochs: 3, hidden: [8], batch: 32 };
const ALL = [
  ...METHOD_NAMES,
  'drcpe-xent-logistic',
  'drcpe-zeroone-g0',
  'drcpe-gce-lsif-g1:2',
  'drcpe-prob01-kliep',
  'drcpe-top2',
  'drcpe-gce-chi2',
  'drcpe-gce-hellinger-g1',
  'drcpe-gce-js',
  'drcpe-gce-alpha0.5',
  'drcpe-xent-logistic-alpha1.5',
  'drcpe-gce-ginf',
];
const soft = randomTable();
/** Numbers in every row, more than a scorer takes one by one. */
const embedding = {
  ...{ name: 'embedding', width: 70 },
  values: Float32Array.from({ length: 70 * soft.rows }, (_, i) => Math.sin(i * i)),
};
const fits = (method: Method, table: Table) => method.whyUnusable(table, 0) === null;
const weightsOf = (fitted: Fitted) =>
  fitted.scorer?.networks.map(({ layers }) => layers.map(({ weights }) => [...weights]));

describe.each(ALL)('method %s keeps the contract', (name) => {
  const method = methodNamed(name);
  const table = fits(method, soft) ? soft : { ...soft, blocks: [embedding] };

  it('the same seed gives the same scores, every one finite', () => {
    const scores = method.fit(table, QUICK).score(table);
    expect(scores).toHaveLength(table.rows);
    expect(scores.every(Number.isFinite)).toBe(true);
    expect(new Set(scores).size).toBeGreaterThan(1);
    expect(method.fit(table, QUICK).score(table)).toEqual(scores);
  });

  it('another seed gives other scores exactly where it says it is seeded', () => {
    const scores = method.fit(table, { ...QUICK, seed: 1 }).score(table);
    const others = method.fit(table, { ...QUICK, seed: 2 }).score(table);
    expect(scores.some((score, i) => score !== others[i])).toBe(method.seeded);
  });

  it('has a scorer exactly where a policy can be made of it', () => {
    expect(method.fit(table, QUICK).scorer !== undefined).toBe(method.deployable);
  });

  it('a table it does not fit is named in one sentence, and fit refuses it too', () => {
    const tables = [
      randomTable({ expert: 'labels' }),
      randomTable({ expert: 'votes' }),
      randomTable({ expert: 'correct' }),
      { ...randomTable({ expert: 'losses' }), modelLoss: new Float32Array(200).fill(0.5) },
      classlessTable('losses'),
      classlessTable('correct'),
    ];
    for (const table of tables) {
      const reason = method.whyUnusable(table, 0);
      if (reason === null) {
        const scores = method.fit(table, QUICK).score(table);
        expect(scores.every(Number.isFinite)).toBe(true);
      } else {
        expect(reason.message).toContain(method.name);
        expect(reason.message).toMatch(/\.$/);
        if (name !== 'conf') expect(() => method.fit(table, QUICK)).toThrow(reason);
      }
    }
  });

  it('prints a canonical name that parses to itself', () => {
    expect(methodNamed(method.name).name).toBe(method.name);
  });
});

describe('which method fits which table', () => {
  const TABLES: [string, Table][] = [
    ['soft', soft],
    ['labels', randomTable({ expert: 'labels' })],
    ['votes', randomTable({ expert: 'votes' })],
    ['losses', classlessTable('losses')],
    ['correct', classlessTable('correct')],
  ];
  it.each([
    ['conf', 'soft labels votes'],
    ['linear', 'soft labels votes losses correct'],
    ['diff01', 'soft labels votes losses correct'],
    ['maxprob', 'soft'],
    ['two-stage', 'soft labels votes'],
    ['random', 'soft labels votes losses correct'],
    ['oracle', 'soft labels votes losses correct'],
    ['reject', 'soft labels votes losses correct'],
    ['drcpe-gce', 'soft labels votes'],
    ['drcpe-zeroone', 'soft labels votes correct'],
    ['drcpe-given', 'losses'],
  ])('%s: %s', (name, expected) => {
    const fitting = TABLES.filter(([, table]) => fits(methodNamed(name), table));
    expect(fitting.map(([kind]) => kind).join(' ')).toBe(expected);
  });

  it('maxprob says why a label-only expert teaches it nothing', () => {
    expect(methodNamed('maxprob').whyUnusable(randomTable({ expert: 'labels' }), 0)?.message).toBe(
      "maxprob needs the expert's probabilities: an expert who only gives labels is always fully confident, so there is nothing to learn.",
    );
  });

  it('losses that need more than the table has', () => {
    const whyUnusable = (name: string, table = soft) =>
      methodNamed(name).whyUnusable(table, 0)?.message ?? null;
    expect(whyUnusable('drcpe-top4')).toBe('drcpe-top4: top-4 is always right with 4 classes.');
    expect(whyUnusable('drcpe-cost')).toBe('drcpe-cost needs a cost matrix.');
    expect(whyUnusable('drcpe-marginal-zeroone')).toMatch(
      /needs several votes per row as the truth/,
    );
    expect(whyUnusable('drcpe-given')).toBe(
      'drcpe-given needs the columns model_loss and expert_loss.',
    );
    expect(whyUnusable('drcpe-gce', classlessTable('losses'))).toMatch(/Use drcpe-given\.$/);
    expect(whyUnusable('drcpe-gce', classlessTable('correct'))).toMatch(/Use drcpe-zeroone\.$/);
    expect(whyUnusable('drcpe-cost', { ...soft, costMatrix: new Float64Array(16) })).toBe(null);
  });
});

describe('scores mean what the method says', () => {
  it('conf is the largest probability', () => {
    const scores = methodNamed('conf').fit(soft).score(soft);
    for (const i of [0, 17, 199])
      expect(scores[i]).toBe(Math.max(...soft.model!.subarray(4 * i, 4 * i + 4)));
  });

  it('oracle is [model right] − [expert right]', () => {
    const scores = methodNamed('oracle').fit(soft).score(soft);
    const argmax = (p: Float32Array) => p.indexOf(Math.max(...p));
    const expert = soft.experts[0] as Extract<Expert, { kind: 'probabilities' }>;
    for (let i = 0; i < soft.rows; i++) {
      const right = (p: Float32Array) => +(argmax(p.subarray(4 * i, 4 * i + 4)) === soft.label![i]);
      expect(scores[i]).toBe(right(soft.model!) - right(expert.probabilities));
    }
  });

  it('γ = ∞ with zero-one is diff01 with its target halved: the same order of cases', () => {
    const long: FitOptions = {
      epochs: 400,
      hidden: [],
      batch: 200,
      weightDecay: 0,
      learningRate: 0.02,
    };
    const chow = methodNamed('drcpe-zeroone-ginf').fit(soft, long).score(soft);
    const diff = methodNamed('diff01').fit(soft, long).score(soft);
    for (let i = 0; i < soft.rows; i++) expect(chow[i]).toBeCloseTo(diff[i] / 2, 1);
  });

  it("maxprob is the model's confidence minus what it expects of the expert's", () => {
    // This expert is sure of class 0 alone, so its confidence can be told from the model's answer.
    const sure = (i: number) => (i % 4 === 0 ? 0.97 : 0.01);
    const model = Float32Array.from({ length: 800 }, (_, i) =>
      i % 4 === Math.floor(i / 4) % 2 ? 0.4 + (i % 100) / 200 : 0,
    );
    for (let row = 0; row < 200; row++) {
      const rest = 1 - model[4 * row] - model[4 * row + 1];
      model[4 * row + 3] = rest;
    }
    const answers = (i: number) => {
      const first = model[4 * i] > Math.max(model[4 * i + 1], model[4 * i + 3]);
      return [0, 1, 2, 3].map((c) => (first ? sure(c) : 0.25));
    };
    const table: Table = {
      ...soft,
      model,
      experts: [
        {
          name: 'sure',
          kind: 'probabilities',
          probabilities: Float32Array.from([...Array(200).keys()].flatMap(answers)),
        },
      ],
    };
    const scores = methodNamed('maxprob')
      .fit(table, { epochs: 300, hidden: [16], learningRate: 0.01, weightDecay: 0 })
      .score(table);
    for (const i of [0, 1, 50, 51, 199]) {
      const confidence = Math.max(...model.subarray(4 * i, 4 * i + 4));
      expect(scores[i]).toBeCloseTo(confidence - Math.max(...answers(i)), 1);
    }
  });

  it('reject needs no expert at all', () => {
    const alone = { ...soft, experts: [] };
    expect(methodNamed('reject').fit(alone, QUICK).score(alone).every(Number.isFinite)).toBe(true);
  });

  it('a marginal ideal is computed where several votes are the truth', () => {
    const votes = randomTable({ labelVotes: true });
    for (const name of [
      'drcpe-marginal-zeroone',
      'drcpe-marginal-gce',
      'drcpe-marginal-zeroone-g0',
    ]) {
      const method = methodNamed(name);
      expect(method.whyUnusable(votes, 0)).toBe(null);
      const { score, density } = method.fit(votes, QUICK);
      expect(score(votes).every(Number.isFinite)).toBe(true);
      expect(density!.pi).toBeGreaterThan(0);
    }
    // Joint and marginal weigh differently, so they must not train to the same bytes.
    const joint = methodNamed('drcpe-gce').fit(votes, QUICK).score(votes);
    expect(methodNamed('drcpe-marginal-gce').fit(votes, QUICK).score(votes)).not.toEqual(joint);
  });

  it('π is Z/(Z + Z_expert) for kl, ½ for any other divergence', () => {
    const pi = (name: string) => methodNamed(name).fit(soft, QUICK).density!.pi;
    const mean = (p: Float32Array) => {
      let sum = 0;
      for (let i = 0; i < soft.rows; i++)
        sum += Math.exp(-(1 - p[4 * i + soft.label![i]] ** 0.7) / 0.7 / 0.5);
      return sum / soft.rows;
    };
    const expert = soft.experts[0] as Extract<Expert, { kind: 'probabilities' }>;
    const [z, ze] = [mean(soft.model!), mean(expert.probabilities)];
    expect(pi('drcpe-gce')).toBeCloseTo(z / (z + ze), 9);
    expect(pi('reject')).toBeCloseTo(z / (z + 1), 9); // every expert weight is 1
    expect(pi('drcpe-gce-js')).toBe(0.5);
    expect(methodNamed('drcpe-gce-ginf').fit(soft, QUICK).density).toBeUndefined();
  });

  it('members are averaged, and their progress is one progress', () => {
    const done: number[] = [];
    methodNamed('diff01').fit(soft, {
      ...QUICK,
      members: 2,
      onProgress: (progress) => done.push(+progress.done.toFixed(3)),
    });
    expect(done).toEqual([0.167, 0.333, 0.5, 0.667, 0.833, 1]);
    const fitted = methodNamed('diff01').fit(soft, { ...QUICK, members: 3 });
    expect(fitted.scorer!.networks).toHaveLength(3);
    const alone = [0, 1, 2].map((k) =>
      methodNamed('diff01')
        .fit(soft, { ...QUICK, seed: k * 1_000_003 })
        .score(soft),
    );
    const scores = fitted.score(soft);
    scores.forEach((score, i) => {
      expect(score).toBeCloseTo((alone[0][i] + alone[1][i] + alone[2][i]) / 3, 5);
    });
  });
});

describe('row weights', () => {
  const rows = [...Array(200).keys()];
  const heavy = { ...soft, weight: Float32Array.from(rows, (i) => (i < 50 ? 2 : 1)) };
  const twice = takeRows(soft, [...rows, ...rows.slice(0, 50)]);

  it('linear: weight 2 is the row twice, columns included', () => {
    const columned = randomTable({ columns: 2 });
    const pairs = [
      [heavy, twice],
      [{ ...columned, weight: heavy.weight }, takeRows(columned, [...rows, ...rows.slice(0, 50)])],
    ];
    for (const [weighted, repeated] of pairs) {
      const fitted = methodNamed('linear').fit(weighted);
      const expected = methodNamed('linear').fit(repeated);
      fitted.score(soft === weighted ? soft : weighted).forEach((score, i) => {
        expect(score).toBeCloseTo(expected.score(weighted)[i], 5);
      });
    }
    expect(methodNamed('linear').fit(soft).score(soft)).not.toEqual(
      methodNamed('linear').fit(heavy).score(soft),
    );
  });

  it('a weight of 0 is the row left out', () => {
    const without = { ...soft, weight: Float32Array.from(rows, (i) => +(i >= 50)) };
    const rest = takeRows(soft, rows.slice(50));
    const expected = methodNamed('linear').fit(rest).score(soft);
    methodNamed('linear')
      .fit(without)
      .score(soft)
      .forEach((score, i) => {
        expect(score).toBeCloseTo(expected[i], 5);
      });
  });

  it.each([
    'drcpe-gce',
    'drcpe-gce-js',
    'drcpe-gce-ginf',
    'diff01',
    'two-stage',
    'maxprob',
    'reject',
  ])('%s: the objective is the same, so a full-batch step is', (name) => {
    // One batch holds all rows. Strong decay: the data must count against it alike on both sides.
    const options: FitOptions = { hidden: [8], epochs: 5, batch: 1000, weightDecay: 0.5 };
    const weighted = methodNamed(name).fit(heavy, options);
    const repeated = methodNamed(name).fit(twice, options);
    const expected = repeated.score(soft);
    weighted.score(soft).forEach((score, i) => {
      expect(Math.abs(score - expected[i])).toBeLessThan(2e-5);
    });
    if (weighted.density) expect(weighted.density.pi).toBeCloseTo(repeated.density!.pi, 9);
    expect(weightsOf(methodNamed(name).fit(soft, options))).not.toEqual(weightsOf(weighted));
    // Their unit means nothing; a power of two doesn't even round.
    const small = { ...heavy, weight: heavy.weight.map((weight) => weight / 1024) };
    expect(weightsOf(methodNamed(name).fit(small, options))).toEqual(weightsOf(weighted));
  });
});

describe('experts who were asked only sometimes', () => {
  const asked = (i: number) => i % 3 !== 0;
  const gaps = (table: Table): Table => {
    const [expert] = table.experts;
    const holes: Expert =
      expert.kind === 'labels'
        ? { ...expert, labels: expert.labels.map((label, i) => (asked(i) ? label : -1)) }
        : expert.kind === 'probabilities'
          ? {
              ...expert,
              probabilities: expert.probabilities.map((p, i) =>
                asked(Math.floor(i / 4)) ? p : Number.NaN,
              ),
            }
          : expert.kind === 'votes'
            ? { ...expert, votes: expert.votes.map((n, i) => (asked(Math.floor(i / 4)) ? n : 0)) }
            : expert;
    return { ...table, experts: [holes] };
  };

  it.each(['labels', 'probabilities', 'votes'] as const)(
    '%s: every method trains on what there is',
    (kind) => {
      const table = gaps(randomTable({ expert: kind }));
      for (const name of ALL) {
        const method = methodNamed(name);
        if (!fits(method, table)) continue;
        expect([name, method.fit(table, QUICK).score(table).every(Number.isFinite)]).toEqual([
          name,
          true,
        ]);
      }
    },
  );

  it('unanswered rows weigh nothing: another number there changes no byte', () => {
    const table = gaps(randomTable({ expert: 'labels' }));
    const other = {
      ...table,
      label: table.label!.map((label, i) => (asked(i) ? label : (label + 1) % 4)),
    };
    // diff01 compares answers, so a row without one says nothing.
    expect(weightsOf(methodNamed('diff01').fit(table, QUICK))).toEqual(
      weightsOf(methodNamed('diff01').fit(other, QUICK)),
    );
  });

  it('a propensity of ½ counts an answer twice against one that was certain', () => {
    const table = gaps(randomTable({ expert: 'labels' }));
    const even = { ...table.experts[0], propensity: new Float32Array(200).fill(0.5) };
    const skewed = {
      ...table.experts[0],
      propensity: Float32Array.from({ length: 200 }, (_, i) => (i % 2 ? 0.25 : 1)),
    };
    const fit = (expert: Expert) =>
      weightsOf(methodNamed('linear').fit({ ...table, experts: [expert] }));
    expect(fit(even)).toEqual(fit(table.experts[0]));
    expect(fit(skewed)).not.toEqual(fit(even));
  });

  it('row weights count as rows there too', () => {
    const table = gaps(randomTable({ expert: 'labels' }));
    const rows = [...Array(200).keys()];
    const weight = Float32Array.from(rows, (i) => (i < 50 ? 2 : 1));
    const twice = takeRows(table, [...rows, ...rows.slice(0, 50)]);
    const options: FitOptions = { hidden: [8], epochs: 5, batch: 1000, weightDecay: 0 };
    for (const name of ['drcpe-zeroone', 'diff01', 'two-stage', 'drcpe-zeroone-ginf']) {
      const expected = methodNamed(name).fit(twice, options).score(table);
      methodNamed(name)
        .fit({ ...table, weight }, options)
        .score(table)
        .forEach((score, i) => {
          expect(Math.abs(score - expected[i])).toBeLessThan(2e-5);
        });
    }
  });

  it('an expert without any answer is refused by name', () => {
    const silent: Table = {
      ...soft,
      experts: [{ name: 'Ada', kind: 'labels', labels: new Int32Array(200).fill(-1) }],
    };
    expect(() => methodNamed('diff01').fit(silent, QUICK)).toThrow(
      'expert Ada: has no answer in any row. Give some rows an answer.',
    );
  });
});

describe('linear', () => {
  it('solves the ridge equations: the penalised gradient is zero', () => {
    const columned = randomTable({ columns: 2, weight: true });
    const { scorer, score } = methodNamed('linear').fit(columned);
    const [{ layers }] = scorer!.networks;
    const [{ weights }] = layers;
    const residuals = score(columned).map((value, i) => {
      const oracle = methodNamed('oracle').fit(columned).score(columned)[i];
      return columned.weight![i] * (value - oracle);
    });
    // The constant goes free, so residuals sum to 0; one-hot coefficients pay penalty 1.
    expect(residuals.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 2);
    for (let c = 0; c < 4; c++) {
      let gradient = weights[scorer!.networks[0].dense + c];
      residuals.forEach((value, i) => {
        const p = columned.model!.subarray(4 * i, 4 * i + 4);
        if (p.indexOf(Math.max(...p)) === c) gradient += value;
      });
      expect(gradient).toBeCloseTo(0, 2);
    }
  });
});

describe('names that mean nothing', () => {
  it.each([
    ['drcpe', 'the loss is missing. Use one of drcpe-zeroone'],
    ['drcp-gce', 'method "drcp-gce" is unknown. Did you mean drcpe-gce?'],
    ['softmax', 'method "softmax" is unknown. Use conf, conf-calibrated, linear'],
    ['drcpe-hinge', 'loss "hinge" is unknown.'],
    ['drcpe-gce-tv', 'divergence "tv" is unknown.'],
    ['drcpe-gce-reverse-kl', '(reverse KL) is not offered'],
    ['drcpe-gce-g-1', '"g" is not understood'],
    ['drcpe-gce-gx', 'γ is "x" (expected a decimal number from 0, or inf).'],
    ['drcpe-gce-g1x', 'γ is "1x" (expected a decimal number from 0, or inf).'],
    ['drcpe-gce-g1-lsif', '"lsif" is not understood'],
    ['drcpe-gce-Σ', '"Σ" is not understood'],
    [
      'drcpe-gce-lsif-g0',
      "lsif is unbounded below where the expert's weight is 0, which γ = 0 gives.",
    ],
    ['drcpe-gce-kliep-chi2', 'kliep is unbounded below'],
    ['drcpe-gce-lsif-alpha2', 'which alpha2 can give'],
    [
      'drcpe-gce-logistic-ginf',
      'γ = inf exists only for the squared ratio loss. Leave "logistic" out.',
    ],
    ['drcpe-gce-js-ginf', 'γ = inf exists only for kl.'],
    ['drcpe-gce-ginf:1', 'γ = inf is a limit of both sides at once.'],
    ['drcpe-marginal-gce-js', 'marginal ideals are computed for kl only.'],
  ])('%s', (name, message) => {
    expect(() => methodNamed(name)).toThrow(message);
  });

  it('lsif bears γ = 0 on the model side, where its weight is never divided by', () => {
    expect(methodNamed('drcpe-gce-lsif-g0:1').name).toBe('drcpe-gce-lsif-g0:1');
  });

  it('the edit distance counts insertions, deletions and substitutions', () => {
    expect([
      editDistance('conf', 'conf'),
      editDistance('cnf', 'conf'),
      editDistance('kitten', 'sitting'),
      editDistance('', 'ab'),
    ]).toEqual([0, 1, 3, 2]);
  });
});
