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

const ONE = insertOf(1);
const MANY = insertOf(TOGETHER);
/** The old decision stays in the log. */
const RETIRE =
  'UPDATE decisions SET current = 0 WHERE policy = ? AND id = ? AND step = ? AND current = 1';

/** One of several rows in a statement was not written, and nobody knows which. */
export class SomeTaken extends Error {}

/**
 * Writes decisions in their order and returns the places of those whose key was taken. Throws
 * {@link SomeTaken} where it can't tell them; one by one (`together` 1) it always can.
 */
export function insertDecisions(
  statement: (sql: string) => Database.Statement,
  decisions: Iterable<DecisionRow>,
  together: number,
): number[] {
  const taken: number[] = [];
  let run: DecisionRow[] = [];
  let done = 0;
  const writeRun = () => {
    if (run.length === TOGETHER) {
      const { changes } = statement(MANY).run(parametersOf(run));
      if (changes < run.length) throw new SomeTaken();
    } else
      run.forEach((row, k) => {
        if (statement(ONE).run(parametersOf([row])).changes === 0) taken.push(done + k);
      });
    done += run.length;
    run = [];
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
