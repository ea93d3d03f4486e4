import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

/** A code block of a page, with the reason why it is only read where a comment above gives one. */
export interface Block {
  readonly language: string;
  readonly line: number;
  readonly text: string;
  readonly notRun?: string;
}

/** Every page a person is pointed to. */
export const pages = (): string[] => [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export const blocksOf = (page: string): Block[] => blocksIn(readFileSync(join(ROOT, page), 'utf8'));

export function blocksIn(markdown: string): Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const fence = /^(\s*)```(\w+)\s*$/.exec(lines[at]);
    if (!fence) continue;
    const [, indent, language] = fence;
    const notRun = /<!-- not run: (.+?) -->/.exec(
      lines.slice(0, at).findLast((l) => l.trim()) ?? '',
    );
    const from = at + 1;
    while (++at < lines.length && lines[at].trim() !== '```') {}
    const text = lines
      .slice(from, at)
      .map((line) => line.slice(indent.length))
      .join('\n');
    blocks.push({ language, line: from, text, ...(notRun && { notRun: notRun[1] }) });
  }
  return blocks;
}

export const isShell = ({ language }: Block) =>
  ['sh', 'bash', 'shell', 'console'].includes(language);

/** The commands of a shell block: continued lines joined; in a console only what follows a `$`. */
export function commandsOf({ language, text }: Block): string[] {
  const lines = text.replace(/\s*\\\n\s*/g, ' ').split('\n');
  const typed =
    language === 'console' ? lines.flatMap((line) => /^\$ (.*)/.exec(line)?.[1] ?? []) : lines;
  return typed
    .map((line) =>
      line
        .replace(/^\$ /, '')
        .replace(/(^|\s)#\s.*$/, '')
        .trim(),
    )
    .filter((line) => /(^|[\s|&;])(cede|npm)(\s|$)/.test(line));
}

/** The words of a command, quotes taken off. */
export function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain,
  );
}

/** The words of `cede …` or `npx cede …` where nothing in it is for a shell. */
export function plainCall(command: string): string[] | undefined {
  const unquoted = command.replace(/'[^']*'|"[^"]*"/g, '');
  if (/[|<>;&$`*?~{}()[\]\\=]/.test(unquoted.replace(/--?[\w-]+=/g, ''))) return undefined;
  return callsOf(command)[0];
}

/** Each call of `cede` in a command, as its words. */
export function callsOf(command: string): string[][] {
  return command
    .split(/&&|\|\||[|;<>]/)
    .map((part) => wordsOf(part.trim()))
    .map((words) => (words[0] === 'npx' ? words.slice(1) : words))
    .filter(([first]) => first === 'cede')
    .map((words) => words.slice(1));
}
