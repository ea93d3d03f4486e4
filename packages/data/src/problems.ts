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
      this.#kinds.set(code, { what: what(), fix, count: 1, rows: [row], file });
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

  get issues(): RowIssue[] {
    // What is no number, or not one value, is kept as a gap; that is not a second problem.
    const lists = [...this.#kinds.keys()].some((code) => code.startsWith('one:'));
    const kinds = [...this.#kinds].filter(([code]) =>
      code.startsWith('range:')
        ? !this.#kinds.has(`number:${code.slice(6)}`)
        : !(lists && /^(missing:|time$)/.test(code)),
    );
    return kinds.map(([code, kind]) => {
      const [row] = kind.rows;
      const more = others(kind.count);
      const sentence = `${kind.what}${more}${listed(kind)}${kind.fix ? `. ${kind.fix}` : '.'}`;
      return {
        severity: 'error',
        code,
        message: `table ${kind.file}, row ${row}: ${sentence}`,
        count: kind.count,
        rows: kind.rows,
        file: kind.file,
        sentence,
        brief: `row ${row}: ${kind.what}${more}`,
      };
    });
  }

  throwIfAny(): void {
    const issues = this.issues;
    if (issues.length > 0) throw new TableError(issues);
  }
}

/** What is wrong with rows, and its parts, for whoever says it in other company. */
export interface RowIssue extends TableIssue {
  readonly file: string;
  /** The message without the table and the row it begins with. */
  readonly sentence: string;
  /** The row and what is wrong with it: no list of the others, no advice. */
  readonly brief: string;
}

/** The column that a problem of rows is about, by its code: `missing:label`, `number:f_age`. */
export function columnOf(code: string): string | undefined {
  if (code === 'time') return code;
  const cut = code.indexOf(':');
  return cut < 0 ? undefined : code.slice(cut + 1);
}

interface Kind {
  readonly what: string;
  readonly fix: string;
  readonly file: string;
  readonly rows: number[];
  count: number;
}

function others(count: number): string {
  if (count === 1) return '';
  return `, and the same in ${grouped(count - 1)} more ${count === 2 ? 'row' : 'rows'}`;
}

function listed({ count, rows }: Kind): string {
  const more = rows.slice(1);
  return more.length > 0 ? ` (${more.join(', ')}${count - 1 > more.length ? ', …' : ''})` : '';
}

/** A table that can't be used; the message is its first issue, `issues` holds them all. */
export class TableError extends InputError {
  override name = 'TableError';
  readonly issues: readonly TableIssue[];

  constructor(issues: readonly TableIssue[]) {
    const [first, ...others] = issues;
    const codes = issues.map(({ code }) => code);
    super(
      (first?.message ?? 'the table is unusable') + (first ? also(first, others) : ''),
      'table-unusable',
      { codes, columns: codes.map(columnOf).filter((column) => column !== undefined) },
    );
    this.issues = issues;
  }
}

/** The other kinds of problem, in a sentence each. */
function also(
  first: TableIssue & Partial<RowIssue>,
  others: readonly (TableIssue & Partial<RowIssue>)[],
): string {
  if (others.length === 0) return '';
  const named = others.slice(0, 3).map(({ brief, file, message }) => {
    if (brief === undefined) return message.replace(/\.$/, '');
    return file === first.file ? brief : `table ${file}, ${brief}`;
  });
  const left = others.length - named.length;
  const more = left > 0 ? `; and ${left} more ${left === 1 ? 'kind' : 'kinds'} of problem` : '';
  return ` Also: ${named.join('; ')}${more}.`;
}
