import { availableParallelism } from 'node:os';
import type { Curve, Table } from '@cede/core';
import { AUTO_MEMBERS, deferralCurve, outcomesOf, randomLine } from '@cede/core';
import { type Cell, type Ledger, poolRunner, type RunProgress, runCells } from '@cede/run';
import { cellWork, fitWork } from '../auto/work.js';
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

/** The work of the grid that a plan asks for, in fits of one network. */
export function gridWork(
  { methods, seeds, options }: Pick<ComparePlan, 'methods' | 'seeds' | 'options'>,
  rows: number,
): number {
  let sum = 0;
  for (const { name, seeded, deployable } of methods) {
    if (name === 'random') continue;
    const once = name === 'auto' ? AUTO_MEMBERS : fitWork(name, rows, options.members);
    sum += once * (seeded ? seeds.length : 1);
    if (deployable) sum += fitWork(name, rows, options.members);
  }
  return sum;
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
        options: { ...plan.options, seed, expert: plan.expert },
      });
      // The curves show what auto chose on FIT; its policy chooses anew, without the calibration rows.
      const fitted = name === 'auto' && plan.choice ? plan.choice.method : name;
      const seeds = seeded ? plan.seeds : plan.seeds.slice(0, 1);
      const { calibrationShare } = input;
      return {
        name,
        cells: seeds.map((seed) => {
          const { options, ...rest } = spec(seed);
          const members = name === 'auto' && { members: AUTO_MEMBERS };
          return scoreCell({ ...rest, method: fitted, options: { ...options, ...members } });
        }),
        ...(deployable && {
          deployed: deployCell({ ...spec(plan.seeds[0]), calibrationShare, ...thresholdBy(plan) }),
        }),
      };
    });
  const weight = (cell: Cell) => cellWork(cell, fit.table.rows);
  // The longest first: at the end it would keep one core busy, and everybody waiting.
  const cells = jobs
    .flatMap(({ cells, deployed }) => (deployed ? [...cells, deployed] : cells))
    .sort((a, b) => weight(b) - weight(a));
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
      weight,
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
