import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tests with a real server are skipped by name where it isn't installed. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

export interface Redis {
  readonly url: string;
  readonly folder: string;
  /** Ends the server as a power cut would, and starts it again on the same port and folder. */
  restart(): Promise<void>;
  /** Runs a command on it, as redis-cli does. */
  cli(...words: string[]): string;
  stop(): void;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A server of its own on a free port, with a folder of its own; every write reaches its log at once. */
export async function startRedis({
  password,
  tls = false,
}: {
  password?: string;
  tls?: boolean;
} = {}): Promise<Redis> {
  const folder = mkdtempSync(join(tmpdir(), 'cede-redis-'));
  const port = await freePort();
  const at = (name: string) => join(folder, name);
  if (tls) makeCertificate(folder);
  const words = [
    ...(tls
      ? ['--port', '0', '--tls-port', `${port}`, '--tls-cert-file', at('cert.pem')]
      : ['--port', `${port}`]),
    ...(tls ? ['--tls-key-file', at('key.pem'), '--tls-ca-cert-file', at('cert.pem')] : []),
    ...(password ? ['--requirepass', password] : []),
    ...['--bind', '127.0.0.1', '--dir', folder, '--save', ''],
    ...['--appendonly', 'yes', '--appendfsync', 'always', '--daemonize', 'no'],
  ];
  const cliWords = [
    ...['-h', '127.0.0.1', '-p', `${port}`, '--no-auth-warning'],
    ...(password ? ['-a', password] : []),
    ...(tls ? ['--tls', '--cacert', at('cert.pem'), '--cert', at('cert.pem')] : []),
    ...(tls ? ['--key', at('key.pem')] : []),
  ];
  const cli = (...rest: string[]) =>
    execFileSync('redis-cli', [...cliWords, ...rest], { encoding: 'utf8', stdio: 'pipe' }).trim();
  let child: ChildProcess;
  const start = async () => {
    child = spawn('redis-server', words, { stdio: 'ignore' });
    for (let tries = 0; ; tries++) {
      try {
        if (cli('ping') === 'PONG') return;
      } catch {
        // not yet
      }
      if (tries > 200) throw new Error('redis-server does not answer');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const kill = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  };
  await start();
  const secret = password ? `:${password}@` : '';
  return {
    url: tls
      ? `rediss://${secret}127.0.0.1:${port}?ca=${at('cert.pem')}&cert=${at('cert.pem')}&key=${at('key.pem')}&servername=localhost`
      : `redis://${secret}127.0.0.1:${port}`,
    folder,
    cli,
    async restart() {
      await kill();
      await start();
    },
    stop() {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function makeCertificate(folder: string): void {
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj'];
  const rest = ['/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  execFileSync('openssl', [...words, ...rest, ...files], { stdio: 'pipe' });
}
