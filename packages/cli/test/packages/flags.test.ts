import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const packages = fileURLToPath(new URL('../../..', import.meta.url));

/** Rooms that speak of tables and options: all but the command line, which has flags. */
const ROOMS = readdirSync(packages).filter((room) => room !== 'cli');

/** Options and listings of commands as data, what completes them, the command that a report was made by, and CSS. */
const EXCEPTIONS =
  /server\/src\/serve\/(flags|heap)\.ts$|lab\/src\/(options|listing|draw\/making)\.ts$|queue\/src\/open\/command\.ts$|report\/src\/(options\/index|words\/(command-line|completion\/\w+)|html\/(style|opening-section))\.ts$/;

/** Flags inside the texts of a file; those of npm and of Node are not ours. */
function flagsIn(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      if (!/npm install|--(no-)?experimental/.test(node.text))
        found.push(...(node.text.match(/(?<![\w-])--[a-z][a-z-]+/g) ?? []));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true));
  return found;
}

it('finds flags in texts of every form, and none in comments', () => {
  const code = ["f('pass --logits', `--model $", '{b} --expert`); // --seed'].join('');
  expect(flagsIn(code)).toEqual(['--logits', '--model', '--expert']);
});

it.each(ROOMS)('%s names options, never flags', (room) => {
  const folder = join(packages, room, 'src');
  const named = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.(test|long|wasm|d)\.ts$/.test(path))
    .map((path) => join(folder, path).replaceAll('\\', '/'))
    .filter((path) => !EXCEPTIONS.test(path))
    .flatMap((path) => flagsIn(readFileSync(path, 'utf8')).map((flag) => `${path}: ${flag}`));
  expect(named).toEqual([]);
});
