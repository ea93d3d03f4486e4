import ts from 'typescript';
import { expect, it } from 'vitest';
import { eachNode, parsed, parsedFile, ROOMS, shortPath, sources } from './sources.js';

/** Options and listings of commands as data, what completes them, the command that a report was made by, and CSS. */
const EXCEPTIONS =
  /server\/src\/serve\/(flags|heap)\.ts$|lab\/src\/(options|listing|draw\/making)\.ts$|queue\/src\/open\/command\.ts$|report\/src\/(options\/index|words\/(command-line|completion\/\w+)|html\/(style|opening-section))\.ts$/;

/** Flags inside the texts of a file; those of npm and of Node are not ours. */
function flagsIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  eachNode(file, (node) => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      if (!/npm install|--(no-)?experimental/.test(node.text))
        found.push(...(node.text.match(/(?<![\w-])--[a-z][a-z-]+/g) ?? []));
  });
  return found;
}

it('finds flags in texts of every form, and none in comments', () => {
  const code = ["f('pass --logits', `--model $", '{b} --expert`); // --seed'].join('');
  expect(flagsIn(parsed('x.ts', code))).toEqual(['--logits', '--model', '--expert']);
});

// The command line has flags; all other rooms speak of tables and options.
it.each(ROOMS.filter((room) => room !== 'cli'))('%s names options, never flags', (room) => {
  const named = sources(room)
    .filter((path) => !EXCEPTIONS.test(shortPath(path)))
    .flatMap((path) => flagsIn(parsedFile(path)).map((flag) => `${shortPath(path)}: ${flag}`));
  expect(named).toEqual([]);
});
