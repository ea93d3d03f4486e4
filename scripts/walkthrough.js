// docs/walkthrough.md from examples/walkthrough.js: comments as prose, code as it stands, and below
// each piece of code what it printed.
//   npm run docs:walkthrough          runs the program and draws its figure, too
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = join(ROOT, 'examples', 'walkthrough.js');
/** Printed between two pieces of code; nothing else prints it. */
const MARK = '\u241e';

/** Runs of comment lines at the margin, and the code between them. */
export function cellsOf(source) {
  const cells = [];
  for (const line of source.split('\n')) {
    const prose = /^\/\/ ?(.*)/.exec(line);
    const kind = prose ? 'prose' : 'code';
    const last = cells.at(-1);
    if (line.trim() === '' && last) last.lines.push('');
    else if (last?.kind === kind) last.lines.push(prose ? prose[1] : line);
    else cells.push({ kind, lines: [prose ? prose[1] : line] });
  }
  return cells.map(({ kind, lines }) => ({ kind, text: lines.join('\n').trim() }));
}

/** The page, from the cells and what each piece of code printed. */
export function walkthroughPage(cells, printed) {
  let code = 0;
  const parts = cells.map(({ kind, text }) => {
    if (kind === 'prose') return text.replace(/ {2,}node (examples\/\S+)/, ' `node $1`');
    const said = printed[code++]?.trimEnd();
    const shown = ['<!-- not run: a piece of examples/walkthrough.js -->', '```js', text, '```'];
    return [...shown, ...(said ? ['', '```text', said, '```'] : [])].join('\n');
  });
  return `${parts.join('\n\n')}\n`;
}

/** The program with a mark printed after each piece of code. */
export const markedProgram = (cells) =>
  cells
    .map(({ kind, text }) => (kind === 'code' ? `${text}\nconsole.log('${MARK}');` : ''))
    .join('\n');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const cells = cellsOf(readFileSync(SOURCE, 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'cede-walkthrough-'));
  const program = join(ROOT, 'examples', '.walkthrough-marked.js'); // beside its data
  try {
    writeFileSync(program, markedProgram(cells));
    const said = execFileSync(process.execPath, [program, folder], { encoding: 'utf8' });
    const page = walkthroughPage(cells, said.split(`${MARK}\n`));
    writeFileSync(join(ROOT, 'docs', 'walkthrough.md'), page);
    writeFileSync(
      join(ROOT, 'docs', 'images', 'walkthrough.png'),
      readFileSync(join(folder, 'curves.png')),
    );
    console.log('docs/walkthrough.md: from examples/walkthrough.js');
  } finally {
    rmSync(program, { force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}
