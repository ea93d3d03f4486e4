import { expect, it } from 'vitest';
import { createAdmission } from '../access/admission.js';
import type { Service } from '../engine/service.js';
import { decideFromSocket } from './decide-from-socket.js';

it('decides long bodies one in each turn, and short ones at once', async () => {
  const decided: string[] = [];
  const decisions = {
    decide({ id }: { id: string }) {
      decided.push(id);
      return { body: '{}', route: 'model', score: '0', reason: '', policy: 'p' };
    },
  };
  const service = {
    policies: new Map([['default', decisions]]),
    defaultPolicy: 'default',
    metrics: { overhead: () => undefined, refused: () => undefined },
  } as unknown as Service;
  const admission = createAdmission(() => undefined, 10);
  const answer = decideFromSocket(service, admission, { bodyLimit: 1 << 20, keepAlive: 72 });
  const ask = (id: string, blanks: number) =>
    answer({
      ...{ path: '/v1/decide', text: JSON.stringify({ id }) + ' '.repeat(blanks) },
      ...{ authorization: undefined, requestId: undefined, traceparent: undefined },
    });
  const long = [ask('first', 9000), ask('second', 9000)];
  expect(ask('short', 0)).toMatch(/^HTTP\/1.1 200/);
  expect(decided).toEqual(['short']);
  await new Promise((resolve) => setImmediate(resolve));
  expect(decided).toEqual(['short', 'first']);
  long.push(ask('{', 9000)); // comes while another waits
  const wrong = answer({
    ...{ path: '/v1/decide', text: `{${' '.repeat(9000)}`, authorization: undefined },
    ...{ requestId: undefined, traceparent: undefined },
  });
  for (const text of await Promise.all(long)) expect(text).toMatch(/^HTTP\/1.1 200/);
  expect(await wrong).toMatch(/^HTTP\/1.1 400/);
  expect(decided).toEqual(['short', 'first', 'second', '{']);
});
