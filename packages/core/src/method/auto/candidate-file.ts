import type { Table } from '../../table/table.js';
import type { Method } from '../method.js';
import { areasOf } from './choice-rule.js';
import { type Fold, unitsOf } from './fold-rows.js';
import { deferredMore, rateWindow } from './gain-by-row.js';
import { placesOutOfFold } from './out-of-fold.js';

/** What is known of one candidate so far: its contributions, unit by unit, over its repeats. */
export class CandidateFile {
  method: Method;
  readonly weights: Float64Array;
  repeats = 0;
  failed = false;
  readonly #table: Table;
  readonly #units: { index: Uint32Array; count: number };
  readonly #near: number | undefined;
  readonly #sums: Float64Array;
  /** Of the newest repeat, by row; NaN where a row was not scored. */
  scores: Float32Array;

  constructor(table: Table, near: number | undefined, method: Method) {
    this.method = method;
    this.#table = table;
    this.#near = near;
    this.#units = unitsOf(table);
    this.#sums = new Float64Array(this.#units.count);
    this.weights = new Float64Array(this.#units.count);
    this.scores = new Float32Array(table.rows).fill(Number.NaN);
  }

  add(folds: readonly Fold[], scores: readonly Float32Array[], gains: Float64Array): void {
    const found = placesOutOfFold(this.#table, folds, scores);
    if (!found) {
      this.failed = true;
      return;
    }
    for (const [k, { test }] of folds.entries())
      test.forEach((row, i) => {
        this.scores[row] = scores[k][i];
      });
    const window = rateWindow(this.#near);
    this.weights.fill(0);
    for (let row = 0; row < found.length; row++) {
      if (Number.isNaN(found[row])) continue;
      const weight = this.#table.weight ? this.#table.weight[row] : 1;
      const unit = this.#units.index[row];
      this.weights[unit] += weight;
      this.#sums[unit] += weight * gains[row] * deferredMore(found[row], window);
    }
    this.repeats++;
  }

  /** The same evidence under another name. */
  named(name: string): this {
    this.method = { ...this.method, name };
    return this;
  }

  sums(): Float64Array {
    return this.#sums.map((sum) => sum / this.repeats);
  }

  area(): number {
    return areasOf({ names: [''], sums: [this.sums()], weights: this.weights })[0];
  }
}
