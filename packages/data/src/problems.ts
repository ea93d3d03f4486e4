import { count as grouped, InputError } from '@cede/core';
import type { TableIssue } from './table-issue.js';

const SHOWN = 5;

/**
 * Counts what is wrong with a table while it is read, by kind, and remembers the first few rows of
 * each: a file with a million bad rows gives one sentence, not a million, and not just the first.
 */
export class Problems {
  readonly #kinds = new Map<string, Kind>();
  readonly #advice = new Map<string, string>();
  #file = '';
  #parent: Problems | undefined;

  /** Rows reported from now on are rows of this file. */
  startFile(name: string): void {
    this.#file = name;
  }

  /** `what` is called once for each kind: "model probabilities sum to 1.37 (expected 1 ± 0.01)". */
  add(code: string, row: number, what: () => string, fix = this.#advice.get(code) ?? ''): void {
    const file = this.#currentFile;
    const known = this.#kinds.get(code);
    if (known === undefined) {
      const message = `table ${file}, row ${row}: ${what()}`;
      this.#kinds.set(code, { message, fix, count: 1, rows: [row], file });
      return;
    }
    known.count++;
    if (known.rows.length < SHOWN && known.file === file) known.rows.push(row);
  }

  /** What to do about a kind of problem, where whoever finds it doesn't know. */
  advise(code: string, fix: string): void {
    this.#advice.set(code, fix);
  }

  /** Takes over what another collector found. */
  take(other: Problems): void {
    for (const [code, kind] of other.#kinds)
      if (!this.#kinds.has(code)) this.#kinds.set(code, kind);
  }

  /** A collector for problems that only count if a guess turns out right; see {@link take}. */
  fork(): Problems {
    const child = new Problems();
    child.#parent = this;
    return child;
  }

  get #currentFile(): string {
    return this.#parent ? this.#parent.#currentFile : this.#file;
  }

  get issues(): TableIssue[] {
    // What is no number, or not one value, is kept as a gap; that is not a second problem.
    const lists = [...this.#kinds.keys()].some((code) => code.startsWith('one:'));
    const kinds = [...this.#kinds].filter(([code]) =>
      code.startsWith('range:')
        ? !this.#kinds.has(`number:${code.slice(6)}`)
        : !(lists && /^(missing:|time$)/.test(code)),
    );
    return kinds.map(([code, kind]) => ({
      severity: 'error',
      code,
      message: kind.message + others(kind) + (kind.fix ? `. ${kind.fix}` : '.'),
      count: kind.count,
      rows: kind.rows,
    }));
  }

  throwIfAny(): void {
    const issues = this.issues;
    if (issues.length > 0) throw new TableError(issues);
  }
}

interface Kind {
  readonly message: string;
  readonly fix: string;
  readonly file: string;
  readonly rows: number[];
  count: number;
}

function others({ count, rows }: Kind): string {
  if (count === 1) return '';
  const more = rows.slice(1);
  const list =
    more.length > 0 ? ` (${more.join(', ')}${count - 1 > more.length ? ', …' : ''})` : '';
  return `, and the same in ${grouped(count - 1)} more ${count === 2 ? 'row' : 'rows'}${list}`;
}

/** As {@link others} says it: how many other rows, and which. */
const OTHER_ROWS = /(, and the same in [\d,]+ more rows?)(?: \([\d, …]+\))?/;

/** A table that can't be used; the message is its first issue, `issues` holds them all. */
export class TableError extends InputError {
  override name = 'TableError';
  readonly issues: readonly TableIssue[];

  constructor(issues: readonly TableIssue[]) {
    const [first, ...others] = issues.map(({ message }) => message);
    super((first ?? 'the table is unusable') + also(first ?? '', others));
    this.issues = issues;
  }
}

/** The other kinds of problem, in a sentence each. */
function also(first: string, others: readonly string[]): string {
  if (others.length === 0) return '';
  const table = /^table .*?(?:, (?=row \d)|: )/.exec(first)?.[0] ?? '';
  const named = others.slice(0, 3).map((message) => {
    const [sentence = ''] = message.replace(OTHER_ROWS, '$1').split(/\.(?: |$)/, 1);
    return table && sentence.startsWith(table) ? sentence.slice(table.length) : sentence;
  });
  const left = others.length - named.length;
  const more = left > 0 ? `; and ${left} more ${left === 1 ? 'kind' : 'kinds'} of problem` : '';
  return ` Also: ${named.join('; ')}${more}.`;
}
