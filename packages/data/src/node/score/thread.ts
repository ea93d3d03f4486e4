import { Worker } from 'node:worker_threads';
import { InputError } from '@cede/core';

/** A thread that is asked, and answers in the order in which it is done. */
export interface Thread<Question, Answer> {
  /** Questions without an answer yet. */
  busy(): number;
  /** What is in `moved` can't be used after. */
  ask(question: Question, moved?: readonly ArrayBuffer[], onRows?: OnRows): Promise<Answer>;
  end(): Promise<unknown>;
}

type OnRows = (rows: number) => void;

/** What a thread is sent … */
export interface Asked<Question> {
  readonly number: number;
  readonly question: Question;
}

/** … and what it replies: an error loses its class on the way, so a refusal travels as its parts. */
export type Reply<Answer> = { readonly number: number } & (
  | { readonly rows: number }
  | { readonly answer: Answer }
  | { readonly refused: Pick<InputError, 'sentence' | 'code' | 'details' | 'subject'> }
);

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
  readonly onRows?: OnRows;
}

/** Where a thread's script is. Run from the sources (tests) threads still need JavaScript: the build's. */
export const scriptOf = (name: string): URL =>
  new URL(
    import.meta.url.endsWith('.ts') ? `../../../dist/node/score/${name}` : `./${name}`,
    import.meta.url,
  );

export function startThread<Question, Answer>(
  script: URL,
  workerData: unknown,
): Thread<Question, Answer> {
  const worker = new Worker(script, { workerData });
  const waiting = new Map<number, Waiting<Answer>>();
  let number = 0;
  let ended: Error | undefined;
  worker.on('message', (reply: Reply<Answer>) => {
    const caller = waiting.get(reply.number);
    if ('rows' in reply) return caller?.onRows?.(reply.rows);
    waiting.delete(reply.number);
    if ('answer' in reply) return caller?.resolve(reply.answer);
    const { sentence, code, details, subject } = reply.refused;
    caller?.reject(new InputError(sentence, code, details, subject));
  });
  const end = (error: Error) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on('error', end);
  worker.on('exit', () => end(new Error('a scoring thread ended before it had answered')));
  return {
    busy: () => waiting.size,
    ask: (question, moved = [], onRows) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        waiting.set(++number, { resolve, reject, onRows });
        worker.postMessage({ number, question } satisfies Asked<Question>, [...moved]);
      }),
    end: () => worker.terminate(),
  };
}
