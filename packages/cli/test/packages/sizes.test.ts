import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const packages = fileURLToPath(new URL('../../..', import.meta.url));
const LONGEST_FUNCTION = 80;
const LONGEST_COMMAND_LINE = 3000;

/** Plain twins of kernels: each is one object with a function for every kernel. */
const KERNELS = /nn\/src\/kernel\/reference(-convolution)?\.ts$/;

/** Source files of a package, without tests and without compiled kernels. */
function sources(name: string): string[] {
  const folder = join(packages, name, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|long|wasm|d)\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}

/** Functions of a file longer than so many lines; a function inside another counts in both. */
function longFunctions(path: string, text = readFileSync(path, 'utf8')): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const long: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const line = (at: number) => file.getLineAndCharacterOfPosition(at).line;
      const lines = line(node.end) - line(node.getStart(file)) + 1;
      const { name } = node as { name?: ts.Node };
      if (lines > LONGEST_FUNCTION)
        long.push(`${relative(packages, path)}: ${name?.getText(file) ?? 'unnamed'} has ${lines}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return long;
}

const rooms = readdirSync(packages);

describe('sizes that keep the code readable', () => {
  it('counts the lines of functions of every form', () => {
    const body = '\n'.repeat(LONGEST_FUNCTION - 1);
    expect(longFunctions('a.ts', `function f() {${body}}`)).toEqual([]);
    for (const [text, name] of [
      [`function f() {\n${body}}`, 'f'],
      [`const g = () => {\n${body}};`, 'unnamed'],
      [`class A { m() {\n${body}} }`, 'm'],
    ])
      expect(longFunctions('a.ts', text)).toEqual([expect.stringContaining(`${name} has 81`)]);
  });

  it.each(rooms)('%s has no function over 80 lines', (room) => {
    const paths = sources(room).filter((path) => !KERNELS.test(path));
    expect(paths.flatMap((path) => longFunctions(path))).toEqual([]);
  });

  it('the command line stays small: at most 3,000 lines without its tests', () => {
    const lines = sources('cli').map((path) => readFileSync(path, 'utf8').split('\n').length - 1);
    expect(lines.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(LONGEST_COMMAND_LINE);
  });
});
