import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stream } from '@cede/core';
import { expect } from 'vitest';
import { temporaryFolder, worldText } from './world.js';

const COMMAND = join(import.meta.dirname, '../../cli/bin/cede.js');

export interface Started {
  readonly child: ChildProcess;
  readonly address: string;
  /** From the start of the process to the line that says where it listens, ms. */
  readonly took: number;
}

/** The real command, until it says where it listens. */
export async function startProcess(
  args: readonly string[],
  wrap: readonly string[] = [],
): Promise<Started> {
  const began = Date.now();
  const [command, ...rest] = [...wrap, process.execPath, COMMAND, 'serve', ...args];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  let told = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr!.on('data', (piece) => {
      told += piece;
    });
    child.stdout!.on('data', (piece) => {
      const [found] = /http:\/\/[\d.:]+/.exec(String(piece)) ?? [];
      if (found) resolve(found);
    });
    child.on('exit', (code) => reject(new Error(`serve ended with ${code}: ${told}`)));
  });
  return { child, address, took: Date.now() - began };
}

const post = async (address: string, path: string, body: unknown) => {
  const reply = await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, text: await reply.text() };
};

/**
 * Kills a service under load at random moments, starts it again on the same store, and looks for
 * every answer that was given: none lost, none changed, none twice.
 */
export async function killAndCheck(store: string, kills: number, seed: number): Promise<void> {
  const folder = temporaryFolder();
  writeFileSync(folder.at('policy.json'), worldText());
  const random = stream(seed, 'kills');
  const args = [
    folder.at('policy.json'),
    '--port',
    '0',
    '--store',
    store,
    '--rate',
    '.3',
    '--quiet',
  ];
  const answered = new Map<string, { body: object; text: string }>();
  const told = new Set<string>();
  let count = 0;
  try {
    for (let k = 0; k < kills; k++) {
      const { child, address } = await startProcess(args);
      const ended = new Promise((resolve) => child.on('exit', resolve));
      let alive = true;
      const client = async () => {
        while (alive) {
          const id = `kill-${count++}`;
          const p = 0.35 + 0.6 * random.uniform();
          const body = { id, probs: [p, (1 - p) / 2, (1 - p) / 2] };
          try {
            const { status, text } = await post(address, '/v1/decide', body);
            if (status !== 200) continue;
            answered.set(id, { body, text });
            const { status: known } = await post(address, '/v1/outcomes', {
              id,
              expert: 1,
              gold: 1,
            });
            if (known === 200) told.add(id);
          } catch {
            return; // the service is gone
          }
        }
      };
      const clients = Array.from({ length: 8 }, client);
      await new Promise((resolve) => setTimeout(resolve, 100 + 500 * random.uniform()));
      child.kill('SIGKILL');
      alive = false;
      await Promise.all([ended, ...clients]);
    }
    const { child, address } = await startProcess(args);
    expect(answered.size).toBeGreaterThan(kills);
    for (const [id, { body, text }] of answered) {
      const receipt = await (await fetch(`${address}/v1/decisions/${id}`)).json();
      expect(receipt.decision, id).toEqual(JSON.parse(text));
      if (told.has(id)) expect(receipt.outcomes, id).toHaveLength(2);
      // The same request gets the same answer: nothing is decided twice.
      expect((await post(address, '/v1/decide', body)).text).toBe(text);
    }
    const { json } = { json: await (await fetch(`${address}/v1/status`)).json() };
    expect(json.windows[2].cases).toBeGreaterThanOrEqual(answered.size);
    expect(json.windows[2].cases).toBeLessThanOrEqual(count);
    const stopped = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGTERM');
    expect(await stopped).toBe(0);
  } finally {
    folder.remove();
  }
}
