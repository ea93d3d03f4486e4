import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { expect } from 'vitest';
import { type Ran, runHere } from './run-here.js';

export type { Ran };

/** The real command, as npm links it: it runs the build, so build before testing. */
export const COMMAND = join(import.meta.dirname, '..', 'bin', 'cede.js');

export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Runs `cede` to its end, inside this process and without threads: new ones cost five times what
 * most commands do. Where the process itself is under test (signals, pipes, full disks) use
 * {@link cedeProcess}, where threads are, {@link THREADS}.
 */
export const cede = (args: readonly string[], options: RunOptions = {}): Promise<Ran> =>
  runHere(args, {
    ...options,
    env: { NO_COLOR: '1', CEDE_DEBUG: '', CEDE_INLINE: '1', ...options.env },
  });

/** On Windows there is no Ctrl-C to send: a signal ends a process at once, and it can't hear it. */
export const HEARS_SIGNALS = process.platform !== 'win32';

/** The environment in which a command has threads, as it has for everybody else. */
export const THREADS = { CEDE_INLINE: '' };

/** Runs `cede` to its end, as a process of its own. */
export async function cedeProcess(
  args: readonly string[],
  { input, ...options }: RunOptions & SpawnOptions = {},
): Promise<Ran> {
  const child = startCede(args, options);
  if (options.stdio === undefined) {
    child.stdin!.on('error', () => undefined); // it may end before it has read everything
    child.stdin!.end(input ?? '');
  }
  return ended(child);
}

export function startCede(args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(process.execPath, [COMMAND, ...args], {
    ...options,
    env: { ...process.env, NO_COLOR: '1', CEDE_DEBUG: '', ...options.env },
  });
}

export async function ended(child: ChildProcess): Promise<Ran> {
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, out, err }));
  });
}

/** `cede` that must succeed: what it printed. */
export async function done(args: readonly string[], options?: RunOptions): Promise<string> {
  const { code, out, err } = await cede(args, options);
  if (code !== 0) throw new Error(`cede ${args.join(' ')} ended with ${code}: ${err}`);
  return out;
}

/** `cede … --json` that must succeed: the one document it printed. */
export async function document(args: readonly string[], options?: RunOptions) {
  return JSON.parse(await done([...args, '--json'], options));
}

/** Training so short that only the plumbing is tested. */
export const QUICK = ['--epochs', '2'];

/** The same for `fit`, which would otherwise try several methods. */
export const QUICK_FIT = [...QUICK, '--method', 'drcpe-gce'];

/** A folder that goes away with the tests. */
export function temporaryFolder(): { path: string; at(name: string): string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'cede-cli-'));
  return {
    path,
    at: (name) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Every file below a folder with its bytes, as text that compares exactly. */
export function filesBelow(folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    // A folder that is being written: a temporary file may be gone before it is looked at.
    if (statSync(path, { throwIfNoEntry: false })?.isFile())
      files[relative(folder, path).replaceAll(sep, '/')] = readOrGone(path);
  }
  return files;
}

/** What a refusal must not show of the machine behind it. */
export const STACK = /\n\s+at .*[:(]\d+/;

/** A refusal: the right exit code, nothing on stdout, one sentence on stderr. */
export function expectRefusal(ran: Ran, code: number, said: RegExp): void {
  expect(ran.err).toMatch(said);
  expect(ran.err).toMatch(/^cede: [^\n]*\n(\(Did you mean [^\n]*\?\)\n)?$/);
  expect(ran.err).not.toMatch(STACK);
  expect(ran.err).not.toContain('bug in cede');
  expect(ran.out).toBe('');
  expect(ran.code).toBe(code);
}

function readOrGone(path: string): string {
  try {
    return readFileSync(path).toString('latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
