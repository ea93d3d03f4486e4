import { parentPort } from 'node:worker_threads';
import { InputError } from '@cede/core';
import type { Asked, Reply } from './thread.js';

/** The other end of a thread: answers what it is asked. Errors that refuse nothing end the thread. */
export function answerQuestions<Question, Answer>(
  answerOf: (question: Question, onRows: (rows: number) => void) => Answer | Promise<Answer>,
  movedOf: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  const reply = (message: Reply<Answer>, moved: ArrayBuffer[] = []) =>
    parentPort?.postMessage(message, moved);
  parentPort?.on('message', async ({ number, question }: Asked<Question>) => {
    try {
      const answer = await answerOf(question, (rows) => reply({ number, rows }));
      reply({ number, answer }, movedOf(answer));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const { sentence, code, details, subject } = error;
      reply({ number, refused: { sentence, code, details, subject } });
    }
  });
}
