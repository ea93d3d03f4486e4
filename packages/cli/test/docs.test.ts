import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cede, done, STACK, temporaryFolder } from './cede.js';
import {
  type Block,
  blocksOf,
  callsOf,
  commandsOf,
  isShell,
  pages,
  plainCall,
  ROOT,
  wordsOf,
} from './docs/blocks.js';
import { furnish, quickCommands, quickWords } from './docs/fixtures.js';

/**
 * Every command of the README and the docs is run, in the order of its page, in a folder that has
 * the files the page speaks of; JavaScript blocks too. Blocks below `<!-- not run: why -->` and
 * TypeScript fragments are only read: what they name must exist.
 */
const found = pages().map((page) => ({ page, blocks: blocksOf(page) }));

const isScript = ({ language }: Block) => ['js', 'javascript', 'mjs'].includes(language);
const isCode = (block: Block) => isScript(block) || ['ts', 'typescript'].includes(block.language);

it('finds the pages and their commands', () => {
  expect(found.map(({ page }) => page)).toContain('README.md');
  const commands = found.flatMap(({ blocks }) => blocks.filter(isShell).flatMap(commandsOf));
  expect(commands.filter((command) => callsOf(command).length > 0).length).toBeGreaterThan(5);
});

const toRun = found
  .map(({ page, blocks }) => ({
    page,
    blocks: blocks.filter((block) => !block.notRun && (isShell(block) || isScript(block))),
  }))
  .filter(({ blocks }) => blocks.length > 0);

describe.each(toRun)('$page', ({ blocks }) => {
  const folder = temporaryFolder();
  let path: string;
  const commands = blocks.filter(isShell).flatMap(commandsOf);
  beforeAll(async () => {
    await furnish(folder.path, blocks.map(({ text }) => text).join('\n'), commands);
    path = `${quickCommands(folder.path)}:${process.env.PATH}`;
  });
  afterAll(folder.remove);

  const steps = blocks.flatMap((block): [string, Block][] =>
    isShell(block)
      ? commandsOf(block).map((command) => [command, block])
      : [[`the script in line ${block.line}`, block]],
  );
  it.each(steps)('%s', async (step, block) => {
    if (isShell(block) && wordsOf(step)[0] === 'npm') return expectScript(step);
    const call = isShell(block) ? plainCall(step) : undefined;
    if (call) {
      // No process of its own: starting one takes longer than most commands.
      const { code, err } = await cede(quickWords(call), { cwd: folder.path });
      expect(err).not.toMatch(STACK);
      expect(code, err).toBe(0);
      return;
    }
    if (isScript(block)) writeFileSync(folder.at('example.mjs'), block.text);
    const command = isShell(block) ? step : `"${process.execPath}" example.mjs`;
    const ran = await new Promise<{ error: unknown; err: string }>((resolve) =>
      execFile(
        'sh',
        ['-c', command],
        { cwd: folder.path, env: { ...process.env, PATH: path }, maxBuffer: 1e9 },
        (error, _, err) => resolve({ error, err }),
      ),
    );
    expect(ran.err).not.toMatch(STACK);
    expect(ran.error, ran.err).toBeNull();
  });
});

const toRead = found
  .flatMap(({ page, blocks }) => blocks.map((block) => ({ page, block })))
  // A block of curl alone has no command of ours to read.
  .filter(
    ({ block }) =>
      (isShell(block) && block.notRun && commandsOf(block).length > 0) ||
      (isCode(block) && !willRun(block)),
  );

function willRun(block: Block): boolean {
  return isScript(block) && !block.notRun;
}

describe.each(toRead)('$page, line $block.line, is only read', ({ block }) => {
  if (isShell(block))
    it.each(commandsOf(block))('%s', async (command) => {
      for (const call of callsOf(command)) await expectFlags(call);
      for (const part of command.split('&&'))
        if (wordsOf(part)[0] === 'npm') expectScript(part.trim());
    });
  else
    it('imports what exists', async () => {
      for (const [, names, from] of block.text.matchAll(
        /import \{([^}]+)\} from '(@cede\/[^']+)'/g,
      )) {
        const room = await import(from);
        for (const name of names.split(',').map((text) => text.trim().split(/\s+as\s+/)[0]))
          if (name && !name.startsWith('type ')) expect(Object.keys(room), from).toContain(name);
      }
    });
});

/** Help of every command asked about, read once. */
const helps = new Map<string, Promise<string>>();

/** The command is known, and so is every flag. */
async function expectFlags(words: readonly string[]): Promise<void> {
  const help = (name: string[]) => {
    const key = name.join(' ');
    if (!helps.has(key)) helps.set(key, done([...name, '--help']));
    return helps.get(key)!;
  };
  const [name, sub] = words;
  if (name === undefined || name.startsWith('-')) return;
  expect(await help([])).toMatch(new RegExp(`\\n  ${name}[ |]`));
  const own = await help([name]);
  const nested = new RegExp(`\\nCommands:[\\s\\S]*\\n  ${sub} `).test(own);
  const text = nested ? own + (await help([name, sub])) : own;
  for (const word of words) {
    const flag = /^--?[a-z][\w-]*/i.exec(word)?.[0];
    if (flag && word !== '-') expect(text, flag).toMatch(new RegExp(`[ ,]${flag}\\b`));
  }
}

/** `npm run x` names a script of the workspace; `npm ci` and its like are npm's own. */
function expectScript(command: string): void {
  const [, verb, name] = wordsOf(command);
  if (['ci', 'install', 'pack', 'exec', 'link'].includes(verb)) return;
  const file = join(ROOT, 'package.json');
  expect(existsSync(file)).toBe(true);
  const { scripts } = JSON.parse(readFileSync(file, 'utf8'));
  expect(Object.keys(scripts)).toContain(verb === 'run' ? name : verb);
}
