import { availableParallelism } from 'node:os';
import type { Curve, FitOptions, Table } from '@cede/core';
import { deferralCurve, outcomesOf, randomLine } from '@cede/core';
import { type Cell, type Ledger, poolRunner, type RunProgress, runCells } from '@cede/run';
import { type DeployResult, deployCell, scoreCell, tableCell } from './cells.js';
import type { ComparePlan } from './plan.js';
import { withTables } from './table-ledger.js';

/** One method after its cells are done: the test scores of each seed, and the deployed policy. */
export interface MethodScores {
  readonly name: string;
  readonly scores: readonly Float32Array[];
  readonly curves: readonly Curve[];
  readonly deployed?: DeployResult;
}

export interface GridInput {
  readonly plan: ComparePlan;
  readonly fit: { readonly table: Table; readonly hash: string };
  readonly test: { readonly table: Table; readonly hash: string };
  readonly ledger: Ledger;
  readonly jobs?: number;
  readonly calibrationShare: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
}

/** Runs every cell that is missing, on all cores, and gathers what the report needs. */
export async function runGrid(input: GridInput): Promise<MethodScores[]> {
  const { plan, fit, test, signal, onProgress } = input;
  const tables = new Map([
    [fit.hash, fit.table],
    [test.hash, test.table],
  ]);
  const [fitCell, testCell] = [tableCell(fit.hash), tableCell(test.hash)];
  const jobs: { name: string; cells: Cell[]; deployed?: Cell }[] = plan.methods
    .filter(({ name }) => name !== 'random')
    .map((method) => {
      const seeds = method.seeded ? plan.seeds : plan.seeds.slice(0, 1);
      const spec = (seed: number) => ({
        method: method.name,
        options: { ...plan.options, seed, expert: plan.expert } satisfies FitOptions,
      });
      return {
        name: method.name,
        cells: seeds.map((seed) => scoreCell(fitCell, testCell, spec(seed))),
        ...(method.deployable && {
          deployed: deployCell(fitCell, testCell, {
            ...spec(plan.seeds[0]),
            calibrationShare: input.calibrationShare,
            rates: [plan.rate],
          }),
        }),
      };
    });
  const cells = jobs.flatMap(({ cells, deployed }) => (deployed ? [...cells, deployed] : cells));
  const runner = poolRunner(new URL('./worker.js', import.meta.url), {
    jobs: Math.min(input.jobs ?? availableParallelism(), cells.length),
  });
  let results: Map<Cell, unknown>;
  try {
    const list = await runCells(cells, {
      runner,
      ledger: withTables(input.ledger, tables),
      signal,
      onProgress,
    });
    results = new Map(cells.map((cell, i) => [cell, list[i]]));
  } finally {
    await runner.close();
  }
  const { model, expert } = outcomesOf(test.table, plan.expert);
  const gathered = jobs.map(({ name, cells, deployed }) => {
    const scores = cells.map((cell) => (results.get(cell) as { scores: Float32Array }).scores);
    const curves = scores.map((vector) => deferralCurve(vector, model, expert, test.table.weight));
    return {
      name,
      scores,
      curves,
      ...(deployed && { deployed: results.get(deployed) as DeployResult }),
    };
  });
  return plan.methods.map(
    ({ name }) =>
      gathered.find((method) => method.name === name) ?? randomScores(test.table, plan.expert),
  );
}

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
