/**
 * What the long simulations found, kept as files: docs/simulated/NAME.json, one for each long test.
 * scripts/guarantees.js makes the tables of docs/simulations.md from them, and a test compares.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

/** `CEDE_WORLDS=20` tries a long test with few worlds, to see what it takes; nothing is kept then. */
const FEW = Number(process.env.CEDE_WORLDS || 0);
export const worldsOf = (worlds: number): number => FEW || worlds;

/** A share of worlds, with what it may be. */
export interface SimulatedRow {
  readonly table: 'promises' | 'intervals' | 'marks' | 'verdict' | 'power';
  readonly world: string;
  /** How many of how many worlds. */
  readonly count: number;
  readonly worlds: number;
  /** What is promised: δ, the confidence, or nothing for a power. */
  readonly promised?: number;
  /** Of the best possible test in the same worlds, where there is one. */
  readonly best?: number;
  readonly note?: string;
}

const standardError = (share: number, worlds: number) => Math.sqrt((share * (1 - share)) / worlds);

/**
 * Keeps the rows of one long test, each as soon as it is known: a run that is stopped lost nothing,
 * and worlds can be run one at a time (`-t`), each taking the place of what was found before.
 * Whoever renames a world deletes its old row.
 */
export function simulated(name: string) {
  const file = new URL(`../../../docs/simulated/${name}.json`, import.meta.url);
  const write = (row: SimulatedRow) => {
    const known: SimulatedRow[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
    const at = known.findIndex(({ world }) => world === row.world);
    known.splice(at < 0 ? known.length : at, at < 0 ? 0 : 1, row);
    writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
  };
  const keep = (row: SimulatedRow) => {
    if (!FEW) write(row);
    const share = row.count / row.worlds;
    const best = row.best === undefined ? '' : `, best possible ${row.best}`;
    console.log(
      `${row.table}: ${row.world}: ${row.count} of ${row.worlds} (${(100 * share).toFixed(1)} ± ${(100 * standardError(share, row.worlds)).toFixed(1)} %)${best}${row.note ? `; ${row.note}` : ''}`,
    );
  };
  return {
    keep,
    /** A share that may be at most δ: worlds in which it is exactly δ pass but for one run in a thousand. */
    broken(
      world: string,
      worlds: number,
      isBroken: (seed: number) => boolean,
      delta = 0.1,
    ): number {
      let count = 0;
      for (let seed = 0; seed < worlds; seed++) if (isBroken(seed)) count++;
      keep({ table: 'promises', world, count, worlds, promised: delta });
      expect(count / worlds).toBeLessThanOrEqual(delta + 3.1 * standardError(delta, worlds));
      return count / worlds;
    },
    /** A 95 % interval that must hold the truth in at least 93 % of worlds. */
    covered(world: string, covered: number, told: number, note?: string): void {
      keep({
        ...{ table: 'intervals', world, count: covered, worlds: told, promised: 0.95 },
        ...(note && { note }),
      });
      expect(covered / told).toBeGreaterThanOrEqual(0.93);
    },
  };
}
