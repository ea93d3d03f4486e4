// Is `auto` a safe default? Over seeded half-and-half splits of every model/expert pair in the open
// tables, the method it chooses on one half against every member of its shortlist, on the other.
//   CEDE_DATA=folder npm run bench:auto [-- --json] [-- --splits 10] [-- --only cifar10h] [-- --out folder]
// Finished pieces are kept in the folder; the same command goes on where it was stopped.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import {
  AUTO_MEMBERS,
  area,
  candidatesFor,
  choose,
  deferralCurve,
  holm,
  methodNamed,
  outcomesOf,
  splitTable,
} from '@cede/core';
import { readTable } from '@cede/data/node';
import { runCells } from '@cede/run';
import { cellWorker, openLedger, poolRunner } from '@cede/run/node';
import { json, round, say, show } from './measure.js';
import { PAIRS as CLASS_PAIRS } from './pairs.js';

/** And one without classes. */
const PAIRS = [...CLASS_PAIRS, ['llm_mmlu']];

const tables = new Map();

/** The hate-speech moderator is one of the voters behind the label, so the other votes are the truth. */
function tableOf([name, model, expert]) {
  const key = [name, model, expert].join();
  if (!tables.has(key)) {
    const [place, file = place] = name.split('/');
    const roles = name.startsWith('llm_mmlu')
      ? { features: 'f_*' }
      : name.startsWith('hatespeech')
        ? {
            model,
            expert: [expert],
            labelVotes: 'human_count*',
            leaveExpertOut: true,
            features: [],
          }
        : { model, expert: [expert], label: 'label', features: [] };
    tables.set(
      key,
      readTable(join(process.env.CEDE_DATA, 'tables', place, `${file}.csv`), { ...roles, seed: 0 }),
    );
  }
  return tables.get(key);
}

async function sides({ pair, split }) {
  return splitTable(await tableOf(pair), { testShare: 0.5, seed: split });
}

const functions = {
  'bench-auto-choice/1': async ({ spec }) => {
    const { fit } = await sides(spec);
    const began = performance.now();
    const choice = choose(fit, { seed: spec.split });
    return {
      choice,
      candidates: candidatesFor(fit).map(({ name }) => name),
      seconds: (performance.now() - began) / 1000,
    };
  },
  'bench-auto-area/1': async ({ spec }) => {
    const { fit, test } = await sides(spec);
    const { model, expert } = outcomesOf(test);
    // As auto fits its winner: several networks averaged. A member of the shortlist is one network.
    const members = spec.members ?? 1;
    const scores = methodNamed(spec.method).fit(fit, { seed: spec.split, members }).score(test);
    const random = deferralCurve(new Float32Array(test.rows), model, expert);
    return { area: 100 * area(deferralCurve(scores, model, expert)), random: 100 * area(random) };
  },
};

export default cellWorker(functions);

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** P(T ≥ t) of Student's t: Simpson's rule on its density, good to far more digits than we print. */
function upperTail(t, freedom) {
  if (!Number.isFinite(t)) return t > 0 ? 0 : 1;
  const steps = 20_000;
  const to = Math.atan(t / Math.sqrt(freedom));
  // With x = √ν·tan θ the density becomes cos^(ν−1) θ on (−π/2, π/2).
  const integral = (a, b) => {
    const h = (b - a) / steps;
    let sum = 0;
    for (let k = 0; k <= steps; k++)
      sum += (k === 0 || k === steps ? 1 : k % 2 ? 4 : 2) * Math.cos(a + k * h) ** (freedom - 1);
    return (sum * h) / 3;
  };
  return integral(to, Math.PI / 2) / integral(-Math.PI / 2, Math.PI / 2);
}

/** One-sided: how surprising the member's lead over auto would be if there were none. */
function leadTest(leads) {
  const n = leads.length;
  const lead = mean(leads);
  if (n < 2) return { lead, p: 1, pShared: 1 }; // one split says nothing of the spread
  const variance = leads.reduce((sum, d) => sum + (d - lead) ** 2, 0) / (n - 1);
  const p = (factor) =>
    variance > 0 ? upperTail(lead / Math.sqrt(variance * factor), n - 1) : lead > 0 ? 0 : 1;
  // Splits of one table share rows: with half for testing, Nadeau and Bengio add test/fit = 1.
  return { lead, p: p(1 / n), pShared: p(1 / n + 1) };
}

async function main() {
  const option = (name, fallback) => {
    const at = process.argv.indexOf(`--${name}`);
    return at < 0 ? fallback : process.argv[at + 1];
  };
  if (!process.env.CEDE_DATA) {
    console.error(
      'bench:auto: set CEDE_DATA to the folder that holds tables/ (the data is not part of this repository).',
    );
    process.exit(1);
  }
  const splits = Array.from({ length: Number(option('splits', 10)) }, (_, k) => k);
  const pairs = PAIRS.filter((pair) => pair.join().includes(option('only', '')));
  const ledger = await openLedger(option('out', join(tmpdir(), 'cede-bench-auto')));
  const runner = poolRunner(new URL(import.meta.url), { jobs: Number(option('jobs', 2)) });
  const run = (cells, what) =>
    runCells(cells, {
      runner,
      ledger,
      onFinished: (cell) =>
        say(
          `${what}: ${cell.spec.pair.join(' ')}, split ${cell.spec.split} ${cell.spec.method ?? ''}`,
        ),
    });
  const grid = splits.flatMap((split) => pairs.map((pair) => ({ pair, split })));
  const choices = await run(
    grid.map((spec) => ({ kind: 'bench-auto-choice/1', spec })),
    'chosen',
  );
  const fits = grid.flatMap((spec, k) =>
    choices[k].candidates.map((method) => ({ ...spec, method })),
  );
  const areas = await run(
    fits.map((spec) => ({ kind: 'bench-auto-area/1', spec })),
    'fitted',
  );
  const winners = await run(
    grid.map((spec, k) => ({
      kind: 'bench-auto-area/1',
      spec: { ...spec, method: choices[k].choice.method, members: AUTO_MEMBERS },
    })),
    'winner',
  );
  await runner.close();

  const areaOf = (pair, split, method) =>
    areas[
      fits.findIndex((fit) => fit.pair === pair && fit.split === split && fit.method === method)
    ];
  const results = pairs.map((pair) => {
    const mine = grid
      .map((spec, k) => ({ ...spec, ...choices[k] }))
      .filter((spec) => spec.pair === pair);
    const auto = mine.map(
      (spec) =>
        winners[grid.findIndex((each) => each.pair === pair && each.split === spec.split)].area,
    );
    const random = mean(mine.map(({ split }) => areaOf(pair, split, mine[0].candidates[0]).random));
    const members = mine[0].candidates.map((method) => {
      const own = mine.map(({ split }) => areaOf(pair, split, method).area);
      return { method, area: mean(own), ...leadTest(own.map((value, k) => value - auto[k])) };
    });
    const best = members.reduce((a, b) => (b.area > a.area ? b : a));
    return {
      pair: pair.join(' '),
      random,
      auto: mean(auto),
      chosen: count(mine.map(({ choice }) => choice.method)),
      best: best.method,
      bestArea: best.area,
      regret: (best.area - mean(auto)) / (best.area - random),
      gainSaid: 100 * mean(mine.map(({ choice }) => choice.gain.correctedOverRandom)),
      gainBefore: 100 * mean(mine.map(({ choice }) => choice.gain.overRandom)),
      seconds: Math.max(...mine.map(({ seconds }) => seconds)),
      members,
    };
  });
  const tests = results.flatMap(({ pair, members }) =>
    members.map((member) => ({ pair, ...member })),
  );
  const adjusted = holm(tests.map(({ p }) => p));
  const worse = tests
    .map((test, k) => ({ ...test, holm: adjusted[k] }))
    .filter(({ holm }) => holm <= 0.05);
  const classed = results.filter(({ members }) => members.some(({ method }) => method === 'conf'));
  // Only methods that every pair can feed have an average to compare with.
  const averages = (over) =>
    [...new Set(over.flatMap(({ members }) => members.map(({ method }) => method)))]
      .filter((method) =>
        over.every(({ members }) => members.some((member) => member.method === method)),
      )
      .map((method) => ({
        method,
        area: mean(over.map(({ members }) => members.find((m) => m.method === method).area)),
      }))
      .sort((a, b) => b.area - a.area);
  const summary = {
    splits: splits.length,
    tests: tests.length,
    significantlyWorse: worse,
    smallestHolm: Math.min(...adjusted),
    averageRegret: mean(results.map(({ regret }) => regret)),
    averageArea: mean(results.map(({ auto }) => auto)),
    fixed: averages(results),
    averageAreaWithClasses: mean(classed.map(({ auto }) => auto)),
    fixedWithClasses: averages(classed),
  };
  show(
    `auto against its shortlist, ${splits.length} splits`,
    results.map((r) => ({
      pair: r.pair,
      random: round(r.random),
      auto: round(r.auto, 3),
      best: `${round(r.bestArea, 3)} (${r.best})`,
      'regret %': round(100 * r.regret, 1),
      'said/got': `${round(r.gainSaid)}/${round(r.auto - r.random)}`,
      chosen: r.chosen,
    })),
    { summary, results },
  );
  if (!json) console.log(JSON.stringify(summary, null, 2));
}

function count(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, times]) => `${name} ×${times}`).join(', ');
}

if (isMainThread) await main();
