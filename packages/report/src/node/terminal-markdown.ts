import { ink, plainText, type TerminalOptions, tame } from './ansi.js';

/**
 * Markdown as a terminal shows it: tables with aligned columns instead of bars, bold as bold. A table
 * that is wider than the terminal first drops the ±, then columns from the right, and says how many.
 */
export function terminalMarkdown(text: string, options: TerminalOptions = {}): string {
  const out: string[] = [];
  let rows: string[] = [];
  const flush = () => {
    if (rows.length > 1) out.push(...tableLines(rows, options));
    else out.push(...rows);
    rows = [];
  };
  for (const line of text.split('\n')) {
    if (/^\s*\|/.test(line)) rows.push(line);
    else {
      flush();
      out.push(proseLine(line, options));
    }
  }
  flush();
  const drawn = out.join('\n');
  return options.unicode === false ? plainText(drawn) : drawn;
}

/** A heading and bold words as a terminal shows them. */
const proseLine = (line: string, { colour = false }: TerminalOptions) =>
  line
    .replace(/^#+ (.*)$/, (_, title: string) => ink(title, 'bold', colour))
    .replace(/\*\*(.+?)\*\*/g, (_, words: string) => ink(words, 'bold', colour));

const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => tame(cell.trim().replaceAll('\\|', '|')));

/** Without the marks that Markdown knows and a terminal prints. */
const bare = (cell: string) => cell.replace(/\*\*|`/g, '').replace(/^\*(.*)\*$/, '$1');

function tableLines(lines: readonly string[], { width = 80, colour = false }: TerminalOptions) {
  const [head, marks, ...body] = lines.map(cellsOf);
  const right = marks.map((mark) => mark.endsWith(':'));
  const rows = [head, ...body].map((row) => head.map((_, k) => row[k] ?? ''));
  let kept = rows;
  const widths = () => head.map((_, k) => Math.max(...kept.map((row) => [...bare(row[k])].length)));
  const total = (columns: number) =>
    widths()
      .slice(0, columns)
      .reduce((sum, each) => sum + each + 2, 0);
  if (total(head.length) > width)
    kept = rows.map((row) => row.map((cell) => cell.replace(/ ± [\d.]+/, '')));
  let columns = head.length;
  while (columns > 2 && total(columns) > width) columns--;
  const sizes = widths();
  const drawn = kept.map((row, r) =>
    row
      .slice(0, columns)
      .map((cell, k) => {
        const words = bare(cell);
        const room = ' '.repeat(sizes[k] - [...words].length);
        const inked =
          r === 0
            ? ink(words, 'dim', colour)
            : /\*\*/.test(cell)
              ? ink(words, 'bold', colour)
              : words;
        return right[k] ? room + inked : inked + room;
      })
      .join('  ')
      .trimEnd(),
  );
  const left = head.length - columns;
  return [
    ...drawn,
    ...(left > 0 ? [`(${left} more column${left > 1 ? 's' : ''} in the file)`] : []),
  ];
}
