/** Longer lines tire the eye, however wide the window is. */
const WIDEST = 100;

/** Where text goes: a stream that may be a terminal. */
interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Columns of a screen; some that don't know theirs say 0. */
export const widthOf = ({ columns }: Screen): number => columns || 80;

/** Text as a terminal should show it; for pipes and files, as it is. */
export function forScreen(text: string, screen: Screen): string {
  return screen.isTTY ? wrap(text, Math.min(widthOf(screen), WIDEST)) : text;
}

/** Prose broken between words. Tables and drawings, told by their gaps and their lines, stay. */
export function wrap(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => (shown(line) > width && isProse(line) ? wrapLine(line, width) : line))
    .join('\n');
}

/** One wide gap is between a name and what is said of it; two are a table. */
const isProse = (line: string): boolean => !/\S {2,}\S.* {2,}\S|[─-╿█░]/.test(line);

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours take no room.
const shown = (text: string): number => text.replace(/\x1b\[\d+m/g, '').length;

function wrapLine(line: string, width: number): string {
  const head = /^.*\S {2,}(?=\S)|^ */.exec(line)![0];
  const indent = ' '.repeat(head.length);
  const lines: string[] = [];
  let current = '';
  for (const word of wordsOf(line.slice(head.length))) {
    if (current !== '' && head.length + shown(`${current} ${word}`) > width) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return head + [...lines, current].join(`\n${indent}`);
}

/** A number and its %, an interval, and a command at the end, are one word: the second is there to be copied. */
function wordsOf(line: string): string[] {
  const [, prose, command] = /^(.*: )(cede .*)$/.exec(line) ?? [line, line, undefined];
  const words = prose.trimEnd().split(/(?<!…) (?![%…])/);
  return command === undefined ? words : [...words, command];
}
