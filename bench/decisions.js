// Does `auto` decide better than what a user would write instead? Over seeded half-and-half splits of
// every open table and of generated worlds: `auto`, every member of its shortlist alone, and peers in
// scikit-learn. Areas are points above handing over at random; so are accuracies at 10, 20 and 30 %.
//   CEDE_DATA=folder CEDE_MADE=folder npm run bench:decisions [-- --json] [-- --splits 10]
//     [-- --half design|judge|blind] [-- --only cifar10h] [-- --methods auto,conf] [-- --no-peers]
//     [-- --peers logistic] [-- --no-members] [-- --out folder] [-- --code hash] [-- --against hash] [-- --missing leave-out]
// CEDE_DATA holds tables/, CEDE_MADE what bench/peer/made_tables.py wrote; one of them is enough.
// Finished pieces are kept in the folder under their table, split and a hash of the code: the same
// command goes on where it was stopped, and `--missing leave-out` reports on what is there. The hash
// is printed; `--code` reports on an earlier one, `--against` puts an earlier `auto` beside it.
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import {
  area,
  candidatesFor,
  deferralCurve,
  methodNamed,
  outcomesOf,
  sha256,
  splitTable,
  valueAt,
} from '@cede/core';
import { runCells } from '@cede/run';
import { cellWorker, openLedger, poolRunner } from '@cede/run/node';
import { openPeers, PEERS } from './decisions/peers.js';
import { clearlyAhead, leadOver, mean } from './decisions/statistics.js';
import { TABLES, tableNamed } from './decisions/tables.js';
import { json, round, say } from './measure.js';

/** What every result depends on: another hash, another result. */
function hashOf(...urls) {
  const files = urls.flatMap((url) => {
    const base = new URL(url, import.meta.url);
    if (!url.endsWith('/')) return [base];
    return readdirSync(base, { recursive: true })
      .filter((name) => name.endsWith('.js'))
      .sort()
      .map((name) => new URL(name, base));
  });
  return sha256(files.map((file) => readFileSync(file, 'utf8')).join('\0')).slice(0, 12);
}

const TABLE_FILES = ['decisions/tables.js', 'decisions/worlds.js'];
const PEER_CODE = hashOf('peer/decisions.py', 'decisions/peers.js', ...TABLE_FILES);

const MEASURES = ['area', 'at10', 'at20', 'at30'];

async function sides({ table, split }) {
  return splitTable(await tableNamed(table), { testShare: 0.5, seed: split });
}

/** In points above handing over at random. */
function measured(scores, test) {
  const { model, expert } = outcomesOf(test);
  const curve = deferralCurve(scores, model, expert, test.weight);
  const line = deferralCurve(new Float32Array(test.rows), model, expert, test.weight);
  const above = (rate) => 100 * (valueAt(curve, rate) - valueAt(line, rate));
  return {
    area: 100 * (area(curve) - area(line)),
    at10: above(0.1),
    at20: above(0.2),
    at30: above(0.3),
  };
}

const functions = {
  'decisions/1': async ({ spec }) => {
    const { fit, test } = await sides(spec);
    const used = process.cpuUsage();
    const fitted = methodNamed(spec.method).fit(fit, { seed: spec.split });
    const { user, system } = process.cpuUsage(used);
    return {
      ...measured(fitted.score(test), test),
      seconds: (user + system) / 1e6,
      ...(fitted.choice && { chosen: fitted.choice.method }),
    };
  },
};

export default cellWorker(functions);

function optionsGiven() {
  const option = (name, fallback) => {
    const at = process.argv.indexOf(`--${name}`);
    return at < 0 ? fallback : process.argv[at + 1];
  };
  const has = (name) => process.argv.includes(`--${name}`);
  return {
    splits: Array.from({ length: Number(option('splits', 10)) }, (_, k) => k),
    half: option('half', ''),
    only: option('only', ''),
    methods: option('methods')?.split(','),
    peers: has('no-peers') ? [] : (option('peers')?.split(',') ?? PEERS),
    members: !has('no-members'),
    code: option('code', hashOf('../packages/core/dist/', ...TABLE_FILES)),
    against: option('against'),
    leaveOut: option('missing') === 'leave-out',
    out: option('out', join(tmpdir(), 'cede-bench-decisions')),
    jobs: Number(option('jobs', 1)),
  };
}

/** Everyone who is measured on a table: `auto`, each candidate alone, others asked for. */
async function methodsOn(table, { members, methods }) {
  if (methods) return methods;
  const { fit } = await sides({ table, split: 0 });
  return ['auto', ...(members ? candidatesFor(fit).map(({ name }) => name) : [])];
}

const cellOf = (table, split, method, code) => ({
  kind: 'decisions/1',
  spec: { table, split, method, code },
});
const peerCell = (table, split, peer) => ({
  kind: 'decisions-peer/1',
  spec: { table, split, peer, code: PEER_CODE },
});

async function runPeers(tables, { splits, peers }, ledger) {
  if (peers.length === 0) return;
  let python;
  for (const split of splits)
    for (const { name } of tables)
      for (const peer of peers) {
        const cell = peerCell(name, split, peer);
        if (await ledger.read(cell)) continue;
        python ??= await openPeers();
        const { fit, test } = await sides(cell.spec);
        const { scores, seconds } = await python.scores(peer, fit, test);
        await ledger.write(cell, { ...measured(scores, test), seconds });
        say(`${name}, split ${split}: ${peer}`);
      }
  python?.close();
}

/** Results by table and name; a list over the splits each. */
async function gather(tables, given, ledger) {
  const { splits, code, against, peers } = given;
  const results = [];
  for (const { name, half, world, made } of tables) {
    const read = async (cellAt) => {
      const found = [];
      for (const split of splits) found.push((await ledger.read(cellAt(split)))?.result);
      return found.every(Boolean) ? found : undefined;
    };
    const entries = [];
    for (const method of await methodsOn(name, given))
      entries.push([method, await read((split) => cellOf(name, split, method, code))]);
    for (const peer of peers)
      entries.push([`peer ${peer}`, await read((split) => peerCell(name, split, peer))]);
    if (against)
      entries.push(['auto before', await read((split) => cellOf(name, split, 'auto', against))]);
    results.push({
      ...{ name, half, world, made },
      found: Object.fromEntries(entries.filter(([, values]) => values)),
    });
  }
  return results;
}

const values = (list, measure) => list.map((one) => one[measure]);

function reportOn({ name, half, world, made, found }) {
  const auto = found.auto;
  const others = Object.entries(found).filter(([key]) => key !== 'auto');
  const rows = Object.entries(found)
    .map(([key, list]) => ({
      name: key,
      ...Object.fromEntries(MEASURES.map((measure) => [measure, mean(values(list, measure))])),
      seconds: mean(values(list, 'seconds')),
      ...Object.fromEntries(
        ['area', 'at20'].map((measure) => [
          `${measure}Lead`,
          leadOver(values(list, measure), values(auto, measure)),
        ]),
      ),
    }))
    .sort((a, b) => b.area - a.area);
  const members = rows.filter((row) => !/^(peer |auto)/.test(row.name));
  const best = members[0];
  const own = rows.find((row) => row.name === 'auto');
  return {
    ...{ name, half, world, made },
    rows,
    chosen: tally(auto.map(({ chosen }) => chosen)),
    ...(best && {
      best: best.name,
      regret: (best.area - own.area) / best.area,
      bestArea: best.area,
    }),
    ownArea: own.area,
    tests: others.flatMap(([key, list]) =>
      ['area', 'at20'].map((measure) => ({
        ...{ table: name, other: key, measure },
        ...leadOver(values(list, measure), values(auto, measure)),
      })),
    ),
  };
}

function tally(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name, times]) => `${name} ×${times}`);
}

/** Means over tables, of whoever was measured on all of them. */
function means(reports) {
  const names = reports[0].rows
    .map(({ name }) => name)
    .filter((name) => reports.every(({ rows }) => rows.some((row) => row.name === name)));
  return names
    .map((name) => ({
      name,
      ...Object.fromEntries(
        MEASURES.map((measure) => [
          measure,
          mean(reports.map(({ rows }) => rows.find((row) => row.name === name)[measure])),
        ]),
      ),
    }))
    .sort((a, b) => b.area - a.area);
}

function show(reports) {
  const points = (value) => round(value, 3);
  for (const { name, half, rows, chosen, best, regret } of reports) {
    console.log(`\n${name} (${half}): auto chose ${chosen.join(', ')}`);
    if (best) console.log(`best member ${best}, regret ${round(100 * regret, 1)} %`);
    console.table(
      rows.map((row) => ({
        name: row.name,
        ...Object.fromEntries(MEASURES.map((measure) => [measure, points(row[measure])])),
        'lead in area': `${points(row.areaLead.lead)} ± ${points(row.areaLead.error)}`,
        'at 20 %': `${points(row.at20Lead.lead)} ± ${points(row.at20Lead.error)}`,
        seconds: round(row.seconds, 2),
      })),
    );
  }
}

function summaryOf(reports) {
  const regrets = reports.filter(({ regret }) => regret !== undefined);
  const tests = reports.flatMap((report) => report.tests);
  return {
    tables: reports.length,
    tests: tests.length,
    clearlyAhead: clearlyAhead(tests),
    regret: regrets.length > 0 ? mean(regrets.map(({ regret }) => regret)) : null,
    // A table where nothing can be gained has a huge share of nothing: also of all areas together.
    regretOfMeans:
      regrets.length > 0
        ? 1 - mean(regrets.map((r) => r.ownArea)) / mean(regrets.map((r) => r.bestArea))
        : null,
    means: means(reports),
  };
}

async function main() {
  if (!process.env.CEDE_DATA && !process.env.CEDE_MADE) {
    console.error(
      'bench:decisions: set CEDE_DATA to the folder that holds tables/, or CEDE_MADE to one that bench/peer/made_tables.py wrote (the data is not part of this repository).',
    );
    process.exit(1);
  }
  const given = optionsGiven();
  say(`code ${given.code}`);
  const tables = TABLES.filter(
    ({ name, half }) => half.startsWith(given.half) && name.includes(given.only),
  );
  const ledger = await openLedger(given.out);
  if (!given.leaveOut) {
    const cells = [];
    for (const split of given.splits)
      for (const { name } of tables)
        for (const method of await methodsOn(name, given))
          cells.push(cellOf(name, split, method, given.code));
    const runner = poolRunner(new URL(import.meta.url), { jobs: given.jobs });
    await runCells(cells, {
      runner,
      ledger,
      onFinished: ({ spec }, seconds) =>
        say(`${spec.table}, split ${spec.split}: ${spec.method} (${round(seconds, 1)} s)`),
    });
    await runner.close();
    await runPeers(tables, given, ledger);
  }
  const reports = (await gather(tables, given, ledger))
    .filter(({ found }) => found.auto)
    .map(reportOn);
  const groups = {
    design: reports.filter(({ half, world, made }) => half === 'design' && !world && !made),
    'made, design': reports.filter(({ half, made }) => half === 'design' && made),
    worlds: reports.filter(({ world }) => world),
    judge: reports.filter(({ half }) => half === 'judge'),
    blind: reports.filter(({ half }) => half === 'blind'),
    'all open tables': reports.filter(({ world, made }) => !world && !made),
  };
  const summary = Object.fromEntries(
    Object.entries(groups)
      .filter(([, group]) => group.length > 0)
      .map(([name, group]) => [name, summaryOf(group)]),
  );
  if (json) {
    console.log(
      JSON.stringify({ bench: 'decisions', splits: given.splits.length, summary, reports }),
    );
    return;
  }
  show(reports);
  for (const [name, { means: list, ...rest }] of Object.entries(summary)) {
    console.log(`\nMeans over ${name}`);
    console.table(
      list.map((row) => ({
        name: row.name,
        ...Object.fromEntries(MEASURES.map((measure) => [measure, round(row[measure], 3)])),
      })),
    );
    console.log(JSON.stringify(rest, null, 2));
  }
}

if (isMainThread) await main();
