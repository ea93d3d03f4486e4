import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Debian keeps it; '' where it is not installed. */
export const POSTGRES: string = (() => {
  const base = '/usr/lib/postgresql';
  if (!existsSync(base)) return '';
  const [newest] = readdirSync(base).sort((a, b) => Number(b) - Number(a));
  return newest ? join(base, newest, 'bin') : '';
})();

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** A server that tests may end and start again. */
export interface RunningPostgres {
  readonly address: string;
  /** Ends it as a power cut would; `resume` starts it again on the same data. */
  halt(): void;
  resume(): void;
  stop(): void;
}

/** The real server in a folder of its own; it refuses to run as root, so it runs as postgres then. */
export async function startPostgres(): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'cede-postgres-'));
  const root = process.getuid?.() === 0;
  if (root) {
    const uid = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
    const gid = Number(execFileSync('id', ['-g', 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, uid, gid);
  }
  const run = (command: string) => {
    const [program, ...args] = root
      ? ['su', 'postgres', '-s', '/bin/sh', '-c', command]
      : ['/bin/sh', '-c', command];
    const { status, stderr } = spawnSync(program, args, {
      encoding: 'utf8',
      cwd: tmpdir(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status !== 0) throw new Error(`${command}: ${stderr}`);
  };
  const port = await freePort();
  const data = join(folder, 'data');
  run(`${POSTGRES}/initdb -D ${data} -U cede -A trust -E UTF8 --no-sync`);
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`;
  const resume = () =>
    run(`${POSTGRES}/pg_ctl -D ${data} -l ${folder}/log -w -o "${options}" start`);
  const halt = () => run(`${POSTGRES}/pg_ctl -D ${data} -m immediate stop`);
  resume();
  return {
    address: `postgres://cede@127.0.0.1:${port}/postgres`,
    halt,
    resume,
    stop() {
      halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
