import { availableParallelism } from 'node:os';
import type { Curve, Table } from '@cede/core';
import { AUTO_MEMBERS, deferralCurve, outcomesOf, randomLine } from '@cede/core';
import { type Cell, type Ledger, poolRunner, type RunProgress, runCells } from '@cede/run';
import { type CompareContext, type DeployResult, deployCell, scoreCell } from './cells.js';
import type { ComparePlan } from './plan.js';
import { shareTable } from './share-table.js';

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
  const jobs: { name: string; cells: Cell[]; deployed?: Cell }[] = plan.methods
    .filter(({ name }) => name !== 'random')
    .map(({ name, seeded, deployable }) => {
      const spec = (seed: number) => ({
        fit: fit.hash,
        test: test.hash,
        method: name,
        options: {
          ...plan.options,
          ...(name === 'auto' && { members: AUTO_MEMBERS }),
          seed,
          expert: plan.expert,
        },
      });
      // The curves show what auto chose on FIT; its policy chooses anew, without the calibration rows.
      const fitted = name === 'auto' && plan.choice ? plan.choice.method : name;
      const seeds = seeded ? plan.seeds : plan.seeds.slice(0, 1);
      const { calibrationShare } = input;
      return {
        name,
        cells: seeds.map((seed) => scoreCell({ ...spec(seed), method: fitted })),
        ...(deployable && {
          deployed: deployCell({ ...spec(plan.seeds[0]), calibrationShare, ...thresholdBy(plan) }),
        }),
      };
    });
  const cells = jobs.flatMap(({ cells, deployed }) => (deployed ? [...cells, deployed] : cells));
  const context: CompareContext = {
    tables: { [fit.hash]: shareTable(fit.table), [test.hash]: shareTable(test.table) },
  };
  const runner = poolRunner(new URL('./worker.js', import.meta.url), {
    jobs: Math.min(input.jobs ?? availableParallelism(), cells.length),
    context,
  });
  let results: Map<Cell, unknown>;
  try {
    const list = await runCells(cells, {
      runner,
      ledger: input.ledger,
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

const thresholdBy = ({ budget, rate }: ComparePlan) =>
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
