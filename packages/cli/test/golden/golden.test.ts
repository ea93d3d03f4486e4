import { createHash } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VERSION } from '../../src/version.js';
import { cede, filesBelow, temporaryFolder } from '../cede.js';
import { COMMANDS, type GoldenCommand, writeInputs } from './commands.js';

/**
 * Every byte that these commands print and write, as hashes. A hash that differs is a change that
 * users see. Where it is meant, record it anew and say so in the commit:
 *   CEDE_GOLDEN=record npx vitest run packages/cli/test/golden
 * With CEDE_GOLDEN_KEEP=FOLDER the outputs themselves are left there, to compare two versions.
 */
const RECORD = process.env.CEDE_GOLDEN === 'record';
const KEEP = process.env.CEDE_GOLDEN_KEEP;
const FILE = join(import.meta.dirname, 'golden.json');
const known: Record<string, Record<string, string>> = JSON.parse(readFileSync(FILE, 'utf8'));
if (RECORD) forgetGone();

const folder = temporaryFolder();
beforeAll(() => writeInputs(folder.at));
afterAll(() => {
  if (RECORD) writeFileSync(FILE, `${JSON.stringify(known, null, 2)}\n`);
  if (KEEP) cpSync(folder.path, KEEP, { recursive: true });
  folder.remove();
});

/** Commands recorded by themselves (`-t lab`) leave the hashes of the others alone. */
function forgetGone(): void {
  for (const name of Object.keys(known))
    if (!COMMANDS.some((command) => command.name === name)) delete known[name];
}

/** The version that was recorded: a release changes nothing else, and is no reason to record anew. */
const RECORDED_VERSION = '0.1.0';

const hash = (text: string, encoding: BufferEncoding) =>
  createHash('sha256')
    .update(Buffer.from(text.replaceAll(VERSION, RECORDED_VERSION), encoding))
    .digest('hex')
    .slice(0, 16);

/** What may differ between two runs of the same command, and cells kept only for resuming. */
const PASSING = /(^|\/)(timings\.json|cells\/|checkpoints\/)/;

/** How far a command is depends on how fast it goes. */
const PROGRESS = /^[\w ]+: \d+ %/;

async function outputsOf({ name, words, stdin }: GoldenCommand): Promise<Record<string, string>> {
  const before = filesBelow(folder.path);
  const { code, out, err } = await cede(words, { cwd: folder.path, input: stdin });
  const after = filesBelow(folder.path);
  const lines = err.split('\n').filter((line) => !PROGRESS.test(line));
  const printed = `exit ${code}\n${out}\n${lines.join('\n')}`;
  const text = sep === '/' ? printed : printed.replaceAll(sep, '/'); // paths, on Windows
  if (KEEP) writeFileSync(folder.at(`stdout-${name}.txt`), text);
  const changed = Object.entries(after)
    .filter(([path, bytes]) => before[path] !== bytes && !PASSING.test(path))
    .map(([path, bytes]) => [path, hash(bytes, 'latin1')]);
  return { printed: hash(text, 'utf8'), ...Object.fromEntries(changed) };
}

for (const command of COMMANDS)
  it(`cede ${command.words.slice(0, 1).join(' ')}: ${command.name}`, async () => {
    const found = await outputsOf(command);
    if (RECORD) known[command.name] = found;
    else expect(found).toEqual(known[command.name]);
  });

it('has no hashes of commands that are gone', () => {
  expect(Object.keys(known).sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
});
