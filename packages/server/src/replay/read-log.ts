import type { LogRow, Store } from '../store/contract.js';
import { type LoggedCase, loggedCase } from './cases.js';

const AT_ONCE = 2000;

/** The rows of a log in pieces, oldest first; later steps of a cascade are cases of their own. */
export async function* logRows(store: Store, policy: string, after = 0): AsyncGenerator<LogRow[]> {
  for (let seen = after; ; ) {
    const rows = await store.rows(policy, seen, AT_ONCE);
    if (rows.length === 0) return;
    yield [...rows];
    seen = rows.at(-1)!.seq;
  }
}

/** Cases of a log, at most the newest so many. */
export async function readCases(
  store: Store,
  policy: string,
  classes: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Promise<LoggedCase[]> {
  const cases: LoggedCase[] = [];
  const from = Number.isFinite(most) ? await store.newestFrom(policy, most) : 0;
  for await (const rows of logRows(store, policy, from)) {
    for (const row of rows) cases.push(loggedCase(row, classes));
    if (cases.length > 2 * most) cases.splice(0, cases.length - most);
  }
  return cases.length > most ? cases.slice(-most) : cases;
}
