import { InputError } from '@cede/core';
import type { CellProgress } from '@cede/run';
import type { FlowJob, Job, JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type QueueAddress, whatHelps } from './address.js';
import type {
  CellJob,
  JobCounts,
  JobOutcome,
  JobState,
  QueueServer,
  TakenJob,
  WorkHandle,
  WorkSettings,
} from './contract.js';
import { GATE, gateId, plantTrees } from './trees.js';

/** The versions that are tested. */
const PACKAGES = 'bullmq@6.7.0 ioredis@6.0.0';

/** Everything of ours on the server begins with this. */
const PREFIX = 'cede';

/** Seconds that finished jobs and objects are kept. */
const WEEK = 7 * 24 * 3600;

/** Tried three times in all, after a second or two and after two to four. */
const RETRIES: JobsOptions = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 1000, jitter: 0.5 },
  removeOnComplete: { age: WEEK },
  removeOnFail: { age: WEEK },
  stackTraceLimit: 5,
};

/** Milliseconds until a gate looks again whether what it waits for is done. */
const GATE_PAUSE = 300;

export interface ServerOptions {
  /** Names the queue: a worker of another build never sees these cells. */
  readonly build: string;
  /** Milliseconds to wait for the first answer. */
  readonly patience?: number;
  /** Told when the connection is lost and when it is back. */
  readonly onConnection?: (state: 'lost' | 'back') => void;
}

type Bull = typeof import('bullmq');

interface Packages {
  readonly bull: Bull;
  readonly Client: typeof Redis;
}

/** Both packages are optional peers. */
export async function loadPackages(
  load: () => Promise<Packages> = async () => ({
    bull: await import('bullmq'),
    Client: (await import('ioredis')).Redis,
  }),
): Promise<Packages> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
    throw new InputError(
      isMissing
        ? `A queue needs BullMQ and ioredis, which are not installed: run npm install ${PACKAGES} where cede is installed.`
        : `BullMQ or ioredis is installed but can't be loaded (${message.split('\n')[0]}). Install them again: npm install ${PACKAGES}`,
    );
  }
}

/** A queue on a Redis or Valkey server. */
export async function openServer(
  address: QueueAddress,
  { build, patience = 5000, onConnection }: ServerOptions,
): Promise<QueueServer> {
  const { bull, Client } = await loadPackages();
  const client = new Client({
    ...connectionOf(address),
    retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 5), 2000),
    maxRetriesPerRequest: null,
  });
  await firstAnswer(client, address, patience);
  tellOfConnection(client, onConnection);
  const name = queueOf(build);
  const options = { connection: client, prefix: PREFIX };
  const queue = new bull.Queue(name, options);
  const flows = new bull.FlowProducer(options);
  queue.on('error', ignore);
  flows.on('error', ignore);
  return {
    shown: address.shown,
    async add(jobs) {
      const existing = await parentsOf(queue, jobs);
      const trees = plantTrees(jobs, existing).map((tree) => flowOf(tree, name));
      // Not all at once: a script for each job runs before the server hears anybody else.
      for (let from = 0; from < trees.length; from += 100)
        await flows.addBulk(trees.slice(from, from + 100));
    },
    look: async (ids) =>
      (await Promise.all(ids.map((id) => queue.getJob(id)))).map((job) => job && stateOf(job)),
    async remove(ids) {
      for (const id of ids)
        await (await queue.getJob(id))?.remove({ removeChildren: false }).catch(ignore);
    },
    async follow(listener) {
      const events = new bull.QueueEvents(name, options);
      events.on('error', ignore);
      events.on('completed', ({ jobId }) => listener({ id: jobId, what: 'done' }));
      events.on('failed', ({ jobId }) => listener({ id: jobId, what: 'failed' }));
      events.on('progress', ({ jobId, data }) =>
        listener({ id: jobId, what: 'progress', progress: data as unknown as CellProgress }),
      );
      await events.waitUntilReady();
      return () => events.close();
    },
    work: (settings, perform) => startWork(bull, queue, options, settings, perform),
    counts: async (other = build) => {
      const counted =
        other === build
          ? queue
          : new bull.Queue(queueOf(other), { ...options, skipMetasUpdate: true });
      return countsOf(await counted.getJobCounts());
    },
    running: async () =>
      (await queue.getActive(0, 99))
        .filter((job) => job?.name !== GATE)
        .map((job) => ({
          id: job.id!,
          kind: job.name,
          ...progressOf(job),
          ...(job.processedBy && { worker: job.processedBy }),
        })),
    failures: async (limit) =>
      (await queue.getFailed(0, 2 * limit - 1))
        .filter((job) => job?.name !== GATE)
        .slice(0, limit)
        .map((job) => ({ id: job.id!, kind: job.name, reason: job.failedReason })),
    workers: async () => (await queue.getWorkers()).map(({ name }) => name ?? ''),
    ...besideQueue(client, build),
    async close() {
      await queue.close();
      await flows.close();
      client.disconnect();
    },
  };
}

/** Small things beside the queue: builds, results and objects. */
function besideQueue(
  client: Redis,
  build: string,
): Pick<QueueServer, 'builds' | 'announceBuild' | 'keep' | 'keepFirst' | 'fetch' | 'has'> {
  const key = (rest: string) => `${PREFIX}:${rest}`;
  return {
    builds: () => client.hgetall(key('builds')),
    async announceBuild(description) {
      await client.hset(key('builds'), build, description);
    },
    async keep(part, bytes) {
      await client.set(key(part), Buffer.from(bytes as Uint8Array), 'EX', WEEK);
    },
    async keepFirst(part, text) {
      const kept = await client.set(key(part), text, 'EX', WEEK, 'NX');
      return kept === null ? ((await client.get(key(part))) ?? text) : text;
    },
    fetch: async (part) => (await client.getexBuffer(key(part), 'EX', WEEK)) ?? undefined,
    has: async (part) => (await client.expire(key(part), WEEK)) === 1,
  };
}

const ignore = () => undefined; // connections mend themselves, and tellOfConnection says so

const queueOf = (build: string) => `cells-${build}`;

const connectionOf = ({ shown, ...options }: QueueAddress) => options;

/** Whether the server answers at all, before anything waits for it forever. */
async function firstAnswer(client: Redis, { shown }: QueueAddress, patience: number) {
  let timer: NodeJS.Timeout | undefined;
  let last = 'no answer';
  let giveUp: (error: Error) => void;
  const hear = (error: NodeJS.ErrnoException) => {
    last = error.message || error.code || last;
    // A name or a certificate is not going to be another in a second.
    if (/CERT|SSL|TLS|ENOTFOUND/.test(error.code ?? '')) giveUp(error);
  };
  client.on('error', hear);
  try {
    await Promise.race([
      client.ping(),
      new Promise((_, reject) => {
        giveUp = reject;
        timer = setTimeout(() => reject(new Error(last)), patience);
      }),
    ]);
  } catch (error) {
    client.disconnect();
    const said = (error as Error).message;
    throw new InputError(
      `queue: ${shown} can't be used (${said}). ${whatHelps(said, shown)}`,
      'queue-unreachable',
      { address: shown },
    );
  } finally {
    clearTimeout(timer);
    client.off('error', hear);
  }
}

function tellOfConnection(client: Redis, tell: ServerOptions['onConnection']): void {
  let isLost = false;
  client.on('error', ignore);
  client.on('close', () => {
    if (!isLost && client.status !== 'end') tell?.('lost');
    isLost = true;
  });
  client.on('ready', () => {
    if (isLost) tell?.('back');
    isLost = false;
  });
}

/** The parent that a job on the queue reports to already, for each job that others wait for. */
async function parentsOf(queue: Queue, jobs: readonly CellJob[]): Promise<Map<string, string>> {
  const awaited = [...new Set(jobs.flatMap(({ waitsFor }) => waitsFor))];
  const found = await Promise.all(awaited.map((id) => queue.getJob(id)));
  const parents = new Map<string, string>();
  for (const job of found)
    if (job?.parentKey)
      parents.set(job.id!, job.parentKey.slice(job.parentKey.lastIndexOf(':') + 1));
  return parents;
}

/** A tree of cells as a flow: a parent runs when its children are done, and fails if one of them does. */
function flowOf(tree: ReturnType<typeof plantTrees>[number], queueName: string): FlowJob {
  const { job, gate, children } = tree;
  const id = job ? job.id : gateId(gate!);
  return {
    queueName,
    name: job ? job.kind : GATE,
    data: job ? job.data : gate,
    opts: { ...RETRIES, jobId: id, failParentOnFailure: true },
    ...(children.length > 0 && { children: children.map((child) => flowOf(child, queueName)) }),
  } as FlowJob;
}

function stateOf(job: Job): JobState {
  if (job.finishedOn === undefined)
    return job.processedOn === undefined
      ? { state: 'waiting' }
      : {
          state: 'running',
          ...progressOf(job),
          ...(job.processedBy && { worker: job.processedBy }),
        };
  if (job.failedReason && !job.returnvalue)
    return {
      state: 'failed',
      reason: job.failedReason,
      attempts: job.attemptsMade,
      ...(job.processedBy && { worker: job.processedBy }),
    };
  return { state: 'done', result: String(job.returnvalue) };
}

function progressOf({ progress }: Job): { progress?: CellProgress } {
  return typeof progress === 'object' ? { progress: progress as unknown as CellProgress } : {};
}

function countsOf(found: Record<string, number>): JobCounts {
  const sum = (...states: string[]) => states.reduce((all, state) => all + (found[state] ?? 0), 0);
  return {
    waiting: sum('waiting', 'waiting-children', 'delayed', 'prioritized', 'paused'),
    running: sum('active'),
    done: sum('completed'),
    failed: sum('failed'),
  };
}

/**
 * Takes jobs. BullMQ renews a job's lock from this thread, which is free for it because cells run in
 * threads of their own; a worker that dies stops renewing, and its cells go to another.
 */
async function startWork(
  bull: Bull,
  queue: Queue,
  options: { connection: Redis; prefix: string },
  { name, jobs, lock, check, losses }: WorkSettings,
  perform: (job: TakenJob) => Promise<JobOutcome>,
): Promise<WorkHandle> {
  const work = async (job: Job, token?: string): Promise<string> => {
    if (job.name === GATE) return passGate(bull, queue, job, token);
    const outcome = await perform({
      id: job.id!,
      kind: job.name,
      data: job.data,
      progress: (progress) => void job.updateProgress({ ...progress }).catch(ignore),
    });
    if ('refused' in outcome) throw new bull.UnrecoverableError(outcome.refused);
    if ('result' in outcome) return outcome.result;
    await job.moveToWait(token);
    throw new bull.WaitingError();
  };
  const worker = new bull.Worker(queue.name, work, {
    ...options,
    name,
    concurrency: jobs,
    lockDuration: lock,
    lockRenewTime: lock / 3,
    stalledInterval: check,
    maxStalledCount: losses,
    // Seconds between looks at an empty queue; a new job wakes it at once.
    drainDelay: 5,
  });
  worker.on('error', ignore);
  await worker.waitUntilReady();
  return { stop: () => worker.close() };
}

/** Stands in for a cell that several others wait for: BullMQ lets a job report to one parent only. */
async function passGate(
  bull: Bull,
  queue: Queue,
  job: Job,
  token: string | undefined,
): Promise<string> {
  const awaited = await queue.getJob(job.data.cell);
  const state = awaited && stateOf(awaited);
  if (state?.state === 'done') return state.result;
  if (state?.state === 'failed')
    throw new bull.UnrecoverableError(`needs ${job.data.cell}, which failed`);
  if (!state) throw new bull.UnrecoverableError(`needs ${job.data.cell}, which the queue lost`);
  await job.moveToDelayed(Date.now() + GATE_PAUSE, token);
  throw new bull.DelayedError();
}
