import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Case, Decided } from './agreement.js';

/** Debian keeps the server's programs off the PATH. */
function programs(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(root, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

const bin = programs();
export const hasPostgres = bin !== undefined;

export interface Postgres {
  /** Runs a script and returns what it prints: rows without alignment, fields with | between. */
  run(script: string): string;
  stop(): void;
}

/** A server of its own in a temporary folder, reached through a socket there. */
export function startPostgres(): Postgres {
  const folder = mkdtempSync(join(tmpdir(), 'cede-postgres-'));
  // It refuses to run as root, as containers do.
  const isRoot = userInfo().uid === 0;
  if (isRoot) {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, id('-u'), id('-g'));
  }
  const as = (program: string, ...args: string[]) => {
    const command = [join(bin!, program), ...args];
    const [file, ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    return execFileSync(file, rest, { encoding: 'utf8', cwd: folder, stdio: 'pipe' });
  };
  const data = join(folder, 'data');
  as('initdb', '-D', data, '--auth=trust', '--no-sync', '--username=postgres');
  const options = `-c listen_addresses='' -c unix_socket_directories=${folder} -c fsync=off`;
  as('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start');
  return {
    run(script) {
      const args = ['-h', folder, '-U', 'postgres', '-At', '-v', 'ON_ERROR_STOP=1', '-f', '-'];
      const { status, stdout, stderr } = spawnSync('psql', args, {
        input: script,
        encoding: 'utf8',
        maxBuffer: 1e9,
      });
      if (status !== 0) throw new Error(stderr);
      return stdout;
    },
    stop() {
      as('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Puts the cases into a table and runs a statement over it; rows in the order of the cases. */
export function decideInPostgres(server: Postgres, sql: string, cases: readonly Case[]): Decided[] {
  const [{ probabilities, columns }] = cases;
  const fields = [
    'id integer',
    ...probabilities.map((_, c) => `model_${c} double precision`),
    ...columns.map((_, j) => `"column ${j}" double precision`),
  ];
  const rows = cases.map((each, i) => [i, ...each.probabilities, ...each.columns].join(','));
  const printed = server.run(
    `DROP TABLE IF EXISTS predictions;
CREATE TABLE predictions (${fields.join(', ')});
COPY predictions FROM STDIN WITH (FORMAT csv);
${rows.join('\n')}
\\.
SET jit = off; -- as the statement's second line says
SELECT score, defer, route FROM (${sql.replace(/;\n$/, '')}) AS decided ORDER BY id;`,
  );
  const lines = printed.trimEnd().split('\n').slice(-cases.length);
  return lines.map((line) => {
    const [score, defer, route] = line.split('|');
    return {
      score: score === '' ? null : Number(score),
      defer: defer === '' ? null : defer === 't',
      route: route === '' ? null : route,
    };
  });
}
