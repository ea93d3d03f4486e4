import { request } from 'node:http';
import fc from 'fast-check';

/** Bodies near what the service takes, and far from it. */
const value = fc.oneof(
  fc.constantFrom(null, true, false, '', 'a', 0, -1, 1e308, -0, 0.5, {}, []),
  fc.double(),
  fc.string({ maxLength: 20 }),
);
const probs = fc.oneof(
  fc.constantFrom([0.5, 0.3, 0.2], [1, 0, 0], [0.2, 0.2, 0.2], []),
  fc.array(fc.oneof(fc.double({ min: 0, max: 1 }), value), { maxLength: 5 }),
  value,
);
const key = fc.oneof(
  fc.constantFrom(
    'id',
    'step',
    'probs',
    'logits',
    'features',
    'group',
    'cost',
    'cases',
    'outcomes',
  ),
  fc.constantFrom(
    'expert',
    'gold',
    'who',
    'replace',
    'rate',
    'policy',
    'hold',
    'caps',
    '__proto__',
  ),
  fc.constantFrom(
    'constructor',
    'toString',
    'mode',
    'rollback',
    'challenger',
    'by',
    'expertCorrect',
  ),
);
const object = fc.dictionary(key, fc.oneof(probs, value, fc.dictionary(key, value)), {
  maxKeys: 5,
});
const near = fc.record(
  { id: fc.oneof(fc.string({ maxLength: 5 }), value), probs, step: fc.oneof(fc.nat(3), value) },
  { requiredKeys: ['probs'] },
);
const body = fc.oneof(
  near.map((each) => JSON.stringify(each)),
  fc
    .array(fc.oneof(near, object, value), { maxLength: 4 })
    .map((cases) => JSON.stringify({ cases })),
  fc
    .array(fc.oneof(object, value), { maxLength: 4 })
    .map((outcomes) => JSON.stringify({ outcomes })),
  object.map((each) => JSON.stringify(each)),
  fc.json({ maxDepth: 3 }),
  fc.string({ maxLength: 60 }),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
);

const path = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('/v1/decide', '/v1/outcomes', '/v1/policies/default/decide'),
  },
  fc.constantFrom('/v1/policy', '/v1/queue/release', '/v1/queue?limit=-1', '/v1/queue?lease=x&by='),
  fc.constantFrom(
    '/v1/decisions/a',
    '/v1/decisions/%00',
    '/v1/decisions/%',
    '/v1/decisions/a?step=z',
  ),
  fc.webPath().map((each) => each || '/'),
);

export const requests = fc.record({
  method: fc.constantFrom('POST', 'POST', 'POST', 'POST', 'PUT', 'GET', 'DELETE', 'PATCH'),
  path,
  body,
  type: fc.constantFrom(
    ...['application/json', 'application/json', 'application/json; charset=utf-8'],
    ...['application/x-ndjson', 'text/plain', 'nonsense', 'application/json;;;'],
  ),
});

export type Asked = typeof requests extends fc.Arbitrary<infer T> ? T : never;

/** Sends it as it is; the status that came back, 0 where the connection was refused as not HTTP. */
export function ask(
  address: string,
  { method, path: where, body: content, type }: Asked,
  agent: import('node:http').Agent,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(content as string);
    const hasBody = method !== 'GET' && method !== 'DELETE';
    const headers = {
      ...(hasBody && { 'content-type': type, 'content-length': bytes.length }),
      'if-match': '"1"',
    };
    const asked = request({ hostname, port, method, path: where, headers, agent }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      reply.on('end', () => resolve({ status: reply.statusCode!, text }));
    });
    asked.on('error', reject);
    asked.end(hasBody ? bytes : undefined);
  });
}
