import { columnsOf, type Expression } from './expression.js';

/** Columns by name, computed from those of the step before. */
export interface Step {
  readonly columns: ReadonlyMap<string, Expression>;
  /** Said above the step in the statement. */
  readonly comment: string;
}

/** Steps from a table to the columns of the answer, each read once by the next. */
export interface Query {
  readonly table: string;
  readonly steps: readonly Step[];
}

/** Collects steps; what a later step reads of an earlier one is handed through by itself. */
export class QueryBuilder {
  readonly #steps: Step[] = [];

  step(comment: string, columns: Iterable<readonly [name: string, value: Expression]>): void {
    this.#steps.push({ comment, columns: new Map(columns) });
  }

  /** The whole query; the last step's columns are the answer. */
  finish(table: string): Query {
    const steps: Step[] = [];
    let wanted = new Set<string>();
    for (const [k, { comment, columns }] of [...this.#steps.entries()].reverse()) {
      const last = k === this.#steps.length - 1;
      const own = [...columns].filter(([name]) => last || wanted.has(name));
      const through = [...wanted].filter((name) => !columns.has(name));
      const handed = through.map((name) => [name, { kind: 'column', name }] as const);
      steps.unshift({ comment, columns: new Map<string, Expression>([...handed, ...own]) });
      wanted = new Set([...through, ...own.flatMap(([, value]) => [...columnsOf(value)])]);
    }
    return { table, steps };
  }
}
