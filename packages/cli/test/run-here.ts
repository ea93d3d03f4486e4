import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

/** The build, loaded as Node loads it (vitest.config.ts keeps lib/ out of its own hands). */
const built = (file: string) => pathToFileURL(join(import.meta.dirname, '..', 'lib', file)).href;

const OWN_FILE: Readonly<Record<string, string>> = { decide: 'decide.cjs', score: 'score.cjs' };

/** The file that bin/cede.js loads for these words. */
const doorOf = (words: readonly string[]) =>
  built(OWN_FILE[words.find((word) => !word.startsWith('-')) ?? ''] ?? 'main.js');

/** What a command that ended has left. */
export interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

interface HereOptions {
  readonly input?: string | Uint8Array;
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Commands share the process's folder and streams, so they run one after the other. */
let last: Promise<unknown> = Promise.resolve();

/**
 * `cede` as its process runs it, without a process: its words, folder, environment and streams are
 * put in place, and everything is put back at its end.
 */
export function runHere(args: readonly string[], options: HereOptions): Promise<Ran> {
  const ran = last.then(() => runAlone(args, options));
  last = ran.catch(() => undefined);
  return ran;
}

async function runAlone(args: readonly string[], options: HereOptions): Promise<Ran> {
  const door = doorOf(args);
  const { run } = (await import(/* @vite-ignore */ door)) as typeof import('../src/main.js');
  const [out, err] = [collector(), collector()];
  const { argv, exitCode } = process;
  const before = { folder: process.cwd(), env: { ...process.env } };
  const restore = (['stdin', 'stdout', 'stderr'] as const).map((name) =>
    replace(
      name,
      {
        stdin: Readable.from([Buffer.from(options.input ?? '')]),
        stdout: out.stream,
        stderr: err.stream,
      }[name],
    ),
  );
  const restoreCores = pretendOneCore();
  Object.assign(process.env, options.env);
  process.argv = [argv[0], door, ...args];
  process.exitCode = undefined;
  try {
    if (options.cwd) process.chdir(options.cwd);
    const code = await run(args);
    return { code, signal: null, out: out.text(), err: err.text() };
  } finally {
    process.chdir(before.folder);
    for (const name of Object.keys(process.env))
      if (!(name in before.env)) delete process.env[name];
    Object.assign(process.env, before.env);
    Object.assign(process, { argv, exitCode });
    for (const back of [...restore, restoreCores]) back();
    // Every core of this process writes options as the last command did: other tests have no flags.
    Reflect.deleteProperty(globalThis, Symbol.for('cede.option-notation'));
  }
}

/**
 * Other tests hold the other cores, and a thread computes for seconds before it is warm: a command
 * starts a second one only where its words ask for it.
 */
function pretendOneCore(): () => void {
  const { availableParallelism } = os;
  const say = (cores: typeof availableParallelism) => {
    os.availableParallelism = cores;
    syncBuiltinESMExports();
  };
  say(() => 1);
  return () => say(availableParallelism);
}

/** A stream that is neither a terminal nor a file, as a pipe is. */
function collector(): { stream: Writable; text(): string } {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    decodeStrings: true,
    write(piece, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(pieces).toString('utf8') };
}

function replace(name: 'stdin' | 'stdout' | 'stderr', stream: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(process, name)!;
  Object.defineProperty(process, name, { ...own, get: () => stream });
  return () => Object.defineProperty(process, name, own);
}
