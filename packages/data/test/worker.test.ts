import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker as Thread } from 'node:worker_threads';
import {
  readTableFrom,
  readTableInWorker,
  serveTables,
  TableError,
  type TableWorker,
  type WorkerScope,
} from '@cede/data';
import { describe, expect, it } from 'vitest';

const CSV = 'id,label,model_p0,model_p1,expert_label\na,1,0.25,0.75,1\nb,0,0.5,0.5,\n';

/** A worker in this very thread, its two ends joined by a channel. */
function nearWorker(): TableWorker {
  const { port1, port2 } = new MessageChannel();
  const listen = (port: MessagePort) => (type: string, listener: (event: never) => void) => {
    port.addEventListener(type, listener as (event: Event) => void);
    port.start();
  };
  serveTables({
    postMessage: (message, transfer) => port2.postMessage(message, transfer),
    addEventListener: listen(port2),
  } as WorkerScope);
  return {
    postMessage: (message) => port1.postMessage(message),
    addEventListener: listen(port1),
    terminate: () => port1.close(),
  };
}

/** A thread of Node in the place of a browser's worker, with the built room in it. */
function thread(): TableWorker {
  const room = pathToFileURL(join(import.meta.dirname, '..', 'dist', 'index.js')).href;
  const started = new Thread(
    `const { parentPort } = require('node:worker_threads');
     const early = [];
     let listener = (event) => early.push(event);
     parentPort.on('message', (data) => listener({ data }));
     import(${JSON.stringify(room)}).then(({ serveTables }) => serveTables({
       postMessage: (message, transfer) => parentPort.postMessage(message, transfer),
       addEventListener: (_, given) => { listener = given; early.forEach(given); },
     }));`,
    { eval: true },
  );
  return {
    postMessage: (message) => started.postMessage(message),
    addEventListener: (type, listener) =>
      started.on(type, (data: unknown) => listener(type === 'error' ? (data as Error) : { data })),
    terminate: () => started.terminate(),
  };
}

describe('a table read in a worker', () => {
  it('is the table', async () => {
    const options = { classes: ['0', '1'] };
    const table = await readTableInWorker(CSV, 'a.csv', options, { start: nearWorker });
    expect(table).toEqual(await readTableFrom(CSV, 'a.csv', options));
  });

  it('is refused with the same words and issues', async () => {
    const bad = CSV.replace('0.75', '0.9');
    const here = await readTableFrom(bad, 'a.csv').catch((error: TableError) => error);
    const there = await readTableInWorker(bad, 'a.csv', {}, { start: nearWorker }).catch(
      (error: TableError) => error,
    );
    expect(there).toBeInstanceOf(TableError);
    expect((there as TableError).issues).toEqual((here as TableError).issues);
    await expect(readTableInWorker('x', 'a.xlsx', {}, { start: nearWorker })).rejects.toThrow(
      /^table a\.xlsx: unknown kind of file/,
    );
  });

  it('comes from a thread of its own, Parquet as well', async () => {
    const path = join(import.meta.dirname, 'parquet', 'polars-zstd.parquet');
    const bytes = new Uint8Array(readFileSync(path));
    const table = await readTableInWorker(bytes, 'polars.parquet', {}, { start: thread });
    expect(table).toEqual(await readTableFrom(bytes, 'polars.parquet'));
    expect(bytes.length).toBeGreaterThan(0); // lent, not taken away
  });

  it('is given up when the deadline has passed: a file on which the parser hangs', async () => {
    const bytes = new Uint8Array(
      readFileSync(join(import.meta.dirname, 'parquet', 'hang.parquet')),
    );
    let terminated = 0;
    const start = (): TableWorker => {
      const worker = thread();
      return { ...worker, terminate: () => ++terminated && worker.terminate() };
    };
    await expect(
      readTableInWorker(bytes, 'hang.parquet', {}, { start, deadline: 3000 }),
    ).rejects.toThrow(
      /^table hang\.parquet: (reading it was given up after 3 seconds; the file is probably damaged|not a complete Parquet file)/,
    );
    expect(terminated).toBe(1);
  });

  it('fails as a whole where the worker does', async () => {
    const broken = (): TableWorker => ({
      postMessage: () => undefined,
      addEventListener: (type, listener) => {
        if (type === 'error') queueMicrotask(() => listener({ message: 'no such script' }));
      },
      terminate: () => undefined,
    });
    await expect(readTableInWorker(CSV, 'a.csv', {}, { start: broken })).rejects.toThrow(
      'no such script',
    );
  });
});
