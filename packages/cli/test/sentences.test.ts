import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/**
 * What a person reads has one place. A command prints sentences of `@cede/report/words`, and no
 * sentence of the command line or the report stands in two files: whoever rewords it finds it once.
 * Help is apart, because each command has its own.
 */
const PACKAGES = join(import.meta.dirname, '..', '..');
const ROOMS = ['cli', 'report'];
const FEWEST_WORDS = 6;

interface Literal {
  readonly file: string;
  readonly text: string;
  readonly node: ts.Node;
}

const sources = (room: string): string[] =>
  readdirSync(join(PACKAGES, room, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && !/\.(test|long)\.ts$/.test(name))
    .map((name) => join(PACKAGES, room, 'src', name));

/** Every string of a file; what a template fills in is a space. */
function literals(path: string, source = readFileSync(path, 'utf8')): Literal[] {
  const found: Literal[] = [];
  const file = relative(PACKAGES, path);
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push({ file, text: node.text, node });
    else if (ts.isTemplateExpression(node)) {
      const rest = node.templateSpans.map(({ literal }) => ` ${literal.text}`);
      found.push({ file, text: [node.head.text, ...rest].join(''), node });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
  return found;
}

const words = (text: string) => text.match(/[A-Za-z][a-z']+/g) ?? [];

/** A sentence, or the part of one that has a verb in it: so many words up to a stop. */
const sentences = (text: string) =>
  text
    .split(/(?<=[.!?;:])\s+|\n/)
    .map((part) => part.trim())
    .filter((part) => words(part).length >= FEWEST_WORDS && !part.startsWith('<'));

/** `'--rate <share>': 'hand over this share of cases'` */
const isHelp = ({ node }: Literal): boolean =>
  ts.isPropertyAssignment(node.parent) &&
  ts.isStringLiteralLike(node.parent.name) &&
  node.parent.name.text.startsWith('-');

/** Scripts of the page are code, not words. */
const isScript = ({ file }: Literal) => /script\.ts$/.test(file);

function standingTwice(all: readonly Literal[]): string[] {
  const files = new Map<string, Set<string>>();
  for (const literal of all.filter((each) => !isHelp(each) && !isScript(each)))
    for (const sentence of sentences(literal.text))
      files.set(sentence, (files.get(sentence) ?? new Set()).add(literal.file));
  return [...files]
    .filter(([, where]) => where.size > 1)
    .map(([sentence, where]) => `${[...where].join(' and ')}: ${sentence}`);
}

/** Strings of four words or more that a command prints itself. */
const printedHere = (all: readonly Literal[]): string[] =>
  all.filter((each) => words(each.text).length >= 4 && isPrinted(each.node)).map(told);

const told = ({ file, text }: Literal) => `${file}: ${text}`;

function isPrinted(node: ts.Node): boolean {
  for (let at = node.parent; at && !ts.isFunctionLike(at); at = at.parent)
    if (ts.isCallExpression(at) && /^(say|tell|print)$/.test(at.expression.getText())) return true;
  return false;
}

describe('sentences', () => {
  it('stand in one file each', () => {
    const all = ROOMS.flatMap(sources).flatMap((path) => literals(path));
    expect(all.length).toBeGreaterThan(1000);
    expect(standingTwice(all)).toEqual([]);
  });

  it('are not written where a command prints', () => {
    expect(printedHere(sources('cli').flatMap((path) => literals(path)))).toEqual([]);
  });

  it('are found where they do', () => {
    const at = (file: string, source: string) => literals(join(PACKAGES, file), source);
    const template = (name: string) => `\`Fitted on $\{${name}} rows, which is too few to tell.\``;
    const one = at('cli/a.ts', `const x = ${template('n')};`);
    const same = at('report/b.ts', `say(${template('rows')});`);
    expect(standingTwice([...one, ...same])).toEqual([
      'cli/a.ts and report/b.ts: Fitted on   rows, which is too few to tell.',
    ]);
    expect(printedHere([...one, ...same])).toHaveLength(1);
    const help = "const o = { '--rate <r>': 'hand over this share of all the cases' };";
    expect(standingTwice([...at('cli/a.ts', help), ...at('cli/b.ts', help)])).toEqual([]);
  });
});
