import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  fitPolicy,
  type Policy,
  printPolicy,
  stream,
  type Table,
  tableFromArrays,
} from '@cede/core';
import type { ServedPolicy, ServeOptions, Serving } from '../src/serve/options.js';
import { startService } from '../src/serve/start.js';

export interface WorldOptions {
  readonly rows?: number;
  readonly seed?: number;
  readonly columns?: boolean;
}

/** Cases of three classes: the surer the model, the more often it is right; the expert is right 85 %. */
export function worldTable({ rows = 600, seed = 1, columns = false }: WorldOptions = {}): Table {
  const random = stream(seed, 'served world');
  const model: number[][] = [];
  const label: number[] = [];
  const expert: number[] = [];
  const age: number[] = [];
  for (let i = 0; i < rows; i++) {
    const sure = 0.4 + 0.59 * random.uniform();
    const guess = Math.floor(3 * random.uniform());
    const right = random.uniform() < sure;
    const truth = right ? guess : (guess + 1 + Math.floor(2 * random.uniform())) % 3;
    model.push([0, 1, 2].map((c) => (c === guess ? sure : (1 - sure) / 2)));
    label.push(truth);
    expert.push(random.uniform() < 0.85 ? truth : (truth + 1) % 3);
    age.push(20 + 60 * random.uniform());
  }
  return tableFromArrays({
    ...{ model, label, expert, expertName: 'nurse', classes: ['a', 'b', 'c'] },
    ...(columns && { columns: { age } }),
  });
}

const policies = new Map<string, Policy>();

/** A small policy, fitted once for each set of options. */
export function worldPolicy(
  options: WorldOptions & { method?: string; rate?: number } = {},
): Policy {
  const { method = 'drcpe-zeroone', rate = 0.2 } = options;
  const key = JSON.stringify(options);
  const known = policies.get(key);
  if (known) return known;
  const made = fitPolicy(worldTable(options), { method, epochs: 5, rate });
  policies.set(key, made);
  return made;
}

export const worldText = (options?: Parameters<typeof worldPolicy>[0]) =>
  printPolicy(worldPolicy(options));

/** A folder that goes away with the tests. */
export function temporaryFolder(): { at(name: string): string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'cede-server-'));
  return {
    at: (name) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

export interface Client {
  readonly serving: Serving;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>;
}

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON it is.
  readonly json: any;
  readonly text: string;
  readonly headers: Headers;
}

/** A service on a free port, and a way to talk to it. */
export async function started(
  options: Partial<ServeOptions> & { served?: Partial<ServedPolicy> } = {},
): Promise<Client> {
  const { served, ...rest } = options;
  const serving = await startService({
    policies: [{ name: 'default', text: worldText(), ...served }],
    port: 0,
    ...rest,
  });
  const send: Client['send'] = async (method, path, body, headers = {}) => {
    const reply = await fetch(serving.address + path, {
      method,
      ...(body !== undefined && {
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    });
    const text = await reply.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    return { status: reply.status, json, text, headers: reply.headers };
  };
  return {
    serving,
    send,
    post: (path, body, headers) => send('POST', path, body, headers),
    get: (path, headers) => send('GET', path, undefined, headers),
  };
}
