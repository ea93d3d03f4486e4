import type Database from 'libsql';
import type { DecisionRow } from '../contract.js';

/**
 * Rows of one statement. Calling one costs as much as binding five texts, so rows share it, and
 * those that follow each other share what they have in common.
 */
export const TOGETHER = 16;

const SHARED = ['policy', 'step', 'mark'];
const OWN = ['id', 'at', 'route', 'deferred', 'priority', 'answer', 'inputs', 'facts'];

const insertOf = (rows: number) => {
  const shared = SHARED.map((_, k) => `?${k + 1}`);
  const values = Array.from({ length: rows }, (_, row) => {
    const own = OWN.map((_, k) => `?${SHARED.length + row * OWN.length + k + 1}`);
    return `(${[...shared, ...own].join(', ')})`;
  });
  return `INSERT INTO decisions (${[...SHARED, ...OWN].join(', ')})
    VALUES ${values.join(', ')} ON CONFLICT DO NOTHING`;
};

/** What is left of a run goes four at a time, and then one by one. */
const INSERTS = [TOGETHER, 4, 1].map((size) => ({ size, text: insertOf(size) }));
/** The old decision stays in the log. */
const RETIRE =
  'UPDATE decisions SET current = 0 WHERE policy = ? AND id = ? AND step = ? AND current = 1';

/** One of several rows in a statement was not written, and nobody knows which. */
export class SomeTaken extends Error {}

/**
 * Writes decisions in their order and returns the places of those whose key was taken. Throws
 * {@link SomeTaken} where it can't tell them; one by one (`together` 1) it always can. `pause` is called
 * after each statement.
 */
export function insertDecisions(
  statement: (sql: string) => Database.Statement,
  decisions: Iterable<DecisionRow>,
  together: number,
  pause?: () => void,
): number[] {
  const taken: number[] = [];
  let run: DecisionRow[] = [];
  let done = 0;
  const writeRun = () => {
    for (let from = 0; from < run.length; ) {
      const { size, text } = INSERTS.find((each) => each.size <= run.length - from)!;
      const rows = run.slice(from, from + size);
      const { changes } = statement(text).run(parametersOf(rows));
      if (changes < size && size > 1) throw new SomeTaken();
      if (changes === 0) taken.push(done);
      from += size;
      done += size;
    }
    run = [];
    pause?.();
  };
  for (const row of decisions) {
    if (run.length > 0 && (row.renews || !fitsIn(run, row))) writeRun();
    if (row.renews) statement(RETIRE).run([row.policy, row.id, row.step]);
    if (run.push(row) === together) writeRun();
  }
  writeRun();
  return taken;
}

const fitsIn = ([first]: readonly DecisionRow[], { policy, step, mark }: DecisionRow) =>
  policy === first.policy && step === first.step && mark === first.mark;

function parametersOf(rows: readonly DecisionRow[]): (string | number)[] {
  const [{ policy, step, mark }] = rows;
  const parameters = [policy, step, mark];
  for (const d of rows)
    parameters.push(
      ...[d.id, d.at, d.route, d.deferred ? 1 : 0, d.priority, d.answer, d.inputs, d.facts],
    );
  return parameters;
}
