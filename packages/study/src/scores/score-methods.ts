import { AUTO_MEMBERS, outcomesOf, randomLine, type Table } from '@cede/core';
import { type Cell, memoryLedger, type Runner, runCells } from '@cede/run';
import { cellWork, fitWork } from '../folds/work.js';
import type { ComparisonPlan } from '../plan/plan.js';
import { haveScores, MANY_TO_SORT, performAll } from '../run/perform-all.js';
import type { Run } from '../run/run.js';
import { shareArrays } from '../run/share-arrays.js';
import type { HashedTable } from '../table/hashed-table.js';
import { type DeployResult, deployCell, scoreCell } from './cells.js';
import { compactOutcomes } from './compact-values.js';
import type { MethodScores } from './method-scores.js';
import { type RankedCurve, rankedCurve } from './ranked-cells.js';

/** The tables of a comparison: scorers are fitted on all rows of one and tested on the other. */
export interface Sides<Side extends HashedTable = HashedTable> {
  readonly fit: Side;
  readonly test: Side;
}

/** The work of the grid that a plan asks for, in fits of one network. */
export function gridWork(
  {
    methods,
    chosen,
    seeds,
    options,
  }: Pick<ComparisonPlan, 'methods' | 'chosen' | 'seeds' | 'options'>,
  rows: number,
): number {
  let sum = 0;
  for (const { name, seeded, deployable } of methods) {
    if (name === 'random') continue;
    const once = name === 'auto' ? AUTO_MEMBERS : fitWork(name, rows, options.members);
    sum += once * (seeded ? seeds.length : 1);
    if (deployable && name === chosen.name) sum += fitWork(name, rows, options.members);
  }
  return sum;
}

/** Runs every cell that is missing, and gathers each method's scores and curves on the test rows. */
export async function scoreMethods(
  { fit, test }: Sides,
  plan: ComparisonPlan,
  { runner: { open }, ledger = memoryLedger(), signal, onProgress }: Run,
): Promise<MethodScores[]> {
  const jobs = methodCells(plan, { fit: fit.hash, test: test.hash });
  const weight = (cell: Cell) => cellWork(cell, fit.table.rows);
  const cells = longestFirst(jobs, fit.table.rows);
  let gathered: MethodScores[];
  const runner = open({ [fit.hash]: fit.table, [test.hash]: test.table }, cells.length);
  try {
    const list = await runCells(cells, {
      runner,
      ledger,
      signal,
      weight,
      onProgress: ({ done, finished, cells, secondsLeft }) =>
        onProgress?.({ step: 'fits', done, finished, cells, secondsLeft }),
    });
    const results = new Map(cells.map((cell, i) => [cell, list[i]]));
    const scoresOf = (cell: Cell) => (results.get(cell) as { scores: Float32Array }).scores;
    const vectors = jobs.flatMap(({ cells }) => cells.map(scoresOf));
    const ranked = await rankedCurves(vectors, test.table, plan.expert, runner, signal);
    let next = 0;
    gathered = jobs.map(({ name, cells, deployed }): MethodScores => {
      const own = ranked.slice(next, next + cells.length);
      next += cells.length;
      return {
        name,
        scores: own.map((each) => each.ranked),
        curves: own.map(({ curve }) => curve),
        ...(deployed && { deployed: results.get(deployed) as DeployResult }),
      };
    });
  } finally {
    await runner.close();
  }
  return plan.methods.map(
    ({ name }) =>
      gathered.find((method) => method.name === name) ?? randomScores(test.table, plan.expert),
  );
}

type Hashes = { readonly fit: string; readonly test: string };

/** The cells of a comparison on tables of these hashes, in the order they are begun. */
export const comparisonCells = (plan: ComparisonPlan, hashes: Hashes, rows: number): Cell[] =>
  longestFirst(methodCells(plan, hashes), rows);

const methodCells = (plan: ComparisonPlan, { fit, test }: Hashes) =>
  plan.methods
    .filter(({ name }) => name !== 'random')
    .map((method) => cellsOf(method, plan, fit, test));

/** The longest first: at the end it would keep one core busy, and everybody waiting. */
function longestFirst(jobs: readonly ReturnType<typeof cellsOf>[], rows: number): Cell[] {
  return jobs
    .flatMap(({ cells, deployed }) => (deployed ? [...cells, deployed] : cells))
    .sort((a, b) => cellWork(b, rows) - cellWork(a, rows));
}

/** Sorted here, or where there is much of it, by the runner. */
async function rankedCurves(
  vectors: readonly Float32Array[],
  table: Table,
  expert: number,
  runner: Runner,
  signal: AbortSignal | undefined,
): Promise<RankedCurve[]> {
  const outcomes = compactOutcomes(outcomesOf(table, expert));
  const { weight } = table;
  if (!haveScores(table, [{ scores: vectors }], MANY_TO_SORT))
    return vectors.map((scores) => rankedCurve({ scores, outcomes, weight }));
  const rows = shareArrays({ outcomes, weight });
  const tasks = vectors.map((scores) => ({
    kind: 'compare-ranked',
    spec: {},
    needs: { scores: shareArrays(scores), ...rows },
    size: 1,
  }));
  return (await performAll(runner, tasks, { signal })) as RankedCurve[];
}

/** A cell a seed, and one for the policy of the headline's method: nobody asks for the others'. */
function cellsOf(
  { name, seeded, deployable }: ComparisonPlan['methods'][number],
  plan: ComparisonPlan,
  fit: string,
  test: string,
): { name: string; cells: Cell[]; deployed?: Cell } {
  const { calibrationShare } = plan;
  const spec = (seed: number) => ({
    fit,
    test,
    method: name,
    options: { ...plan.options, seed, expert: plan.expert },
  });
  // The curves show what auto chose on FIT; its policy chooses anew, without the calibration rows.
  const fitted = name === 'auto' && plan.choice ? plan.choice.method : name;
  const seeds = seeded ? plan.seeds : plan.seeds.slice(0, 1);
  return {
    name,
    cells: seeds.map((seed) => {
      const { options, ...rest } = spec(seed);
      const members = name === 'auto' && { members: AUTO_MEMBERS };
      return scoreCell({ ...rest, method: fitted, options: { ...options, ...members } });
    }),
    ...(deployable &&
      name === plan.chosen.name && {
        deployed: deployCell({ ...spec(plan.seeds[0]), calibrationShare, ...thresholdBy(plan) }),
      }),
  };
}

const thresholdBy = ({ budget, rate }: ComparisonPlan) =>
  budget === undefined ? { rate } : { budget };

/** Random is known exactly: the straight line between model and expert. */
function randomScores(table: Table, expert: number): MethodScores {
  const outcomes = outcomesOf(table, expert);
  const mean = (values: Float32Array) => {
    let sum = 0;
    let total = 0;
    for (let i = 0; i < values.length; i++) {
      const weight = table.weight ? table.weight[i] : 1;
      sum += weight * values[i];
      total += weight;
    }
    return sum / total;
  };
  return {
    name: 'random',
    scores: [],
    curves: [randomLine(mean(outcomes.model), mean(outcomes.expert))],
  };
}
