import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { eachNode, parsed, parsedFile, ROOMS, shortPath, sources } from './sources.js';

const LONGEST_FUNCTION = 80;
const LONGEST_COMMAND_LINE = 3000;

/** Plain twins of kernels: each is one object with a function for every kernel. */
const KERNELS = /nn\/src\/kernel\/reference(-convolution)?\.ts$/;

/** Functions of a file longer than so many lines; a function inside another counts in both. */
function longFunctions(file: ts.SourceFile): string[] {
  const long: string[] = [];
  eachNode(file, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return;
    const line = (at: number) => file.getLineAndCharacterOfPosition(at).line;
    const lines = line(node.end) - line(node.getStart(file)) + 1;
    const { name } = node as { name?: ts.Node };
    if (lines > LONGEST_FUNCTION)
      long.push(`${shortPath(file.fileName)}: ${name?.getText(file) ?? 'unnamed'} has ${lines}`);
  });
  return long;
}

describe('sizes that keep the code readable', () => {
  it('counts the lines of functions of every form', () => {
    const body = '\n'.repeat(LONGEST_FUNCTION - 1);
    expect(longFunctions(parsed('a.ts', `function f() {${body}}`))).toEqual([]);
    for (const [text, name] of [
      [`function f() {\n${body}}`, 'f'],
      [`const g = () => {\n${body}};`, 'unnamed'],
      [`class A { m() {\n${body}} }`, 'm'],
    ])
      expect(longFunctions(parsed('a.ts', text))).toEqual([
        expect.stringContaining(`${name} has 81`),
      ]);
  });

  it.each(ROOMS)('%s has no function over 80 lines', (room) => {
    const paths = sources(room).filter((path) => !KERNELS.test(path));
    expect(paths.flatMap((path) => longFunctions(parsedFile(path)))).toEqual([]);
  });

  it('the command line stays small: at most 3,000 lines without its tests', () => {
    const lines = sources('cli').map((path) => readFileSync(path, 'utf8').split('\n').length - 1);
    expect(lines.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(LONGEST_COMMAND_LINE);
  });
});
