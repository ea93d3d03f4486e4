import { describe, expect, it } from 'vitest';
import { randomTable } from '../../test/tables.js';
import { duplicateKey } from '../encoding/duplicate-key.js';
import { InputError } from '../error.js';
import { stream } from '../random/stream.js';
import { fitPolicy } from './fit.js';
import { parsePolicy } from './parse.js';
import type { Policy } from './policy.js';
import { policyChecksum, policyId, printPolicy } from './print.js';
import { tune, withThreshold } from './tune.js';

const rows = randomTable({ rows: 150, columns: 1 });
const table = { ...rows, weight: Float32Array.from(rows.label!, (_, i) => 1 + (i % 3)) };
const plain = fitPolicy(table, { epochs: 2, hidden: [4], method: 'linear', rate: 0.3 });

/** With everything that the id leaves out: thresholds of groups, a certificate, columns. */
const policy: Policy = {
  ...withThreshold(plain, 0.125, { by: 'certificate', certificate: 0 }, {
    ...{ column: 'site', names: ['a', 'b'], values: [0.25, 'inf'] },
  } as never),
  certificates: [
    {
      ...{ applies: true, promises: { maxError: 0.05 }, confidence: 0.95, threshold: 0.125 },
      ...{ rate: 0.31, table: { rows: 812, hash: 'c0ffee12' } },
    } as never,
  ],
  columns: { model: 'resnet18_p*', expert: ['human1'], logits: false },
};
const text = printPolicy(policy);

/** What a reader makes of a text: the policy as it would be printed, or null where it is refused. */
function readAs(changed: string): string | null {
  try {
    return printPolicy(parsePolicy(changed, 'p.json'));
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toMatch(/^p\.json: .*\.$/);
    return null;
  }
}

describe("a policy's checksum", () => {
  it('is written, and read back to the same bytes', () => {
    expect(JSON.parse(text).checksum).toBe(policyChecksum(policy));
    expect(readAs(text)).toBe(text);
    expect(text).toContain('"effectiveRows":');
  });

  it('any digit changed is refused, or means the same', () => {
    const digits = [...text.matchAll(/\d/g)].map(({ index }) => index);
    const random = stream(1, 'digits');
    let refused = 0;
    for (const at of digits) {
      const other = (Number(text[at]) + 1 + random.below(9)) % 10;
      const read = readAs(`${text.slice(0, at)}${other}${text.slice(at + 1)}`);
      if (read === null) refused++;
      else expect(read, text.slice(at - 20, at + 5)).toBe(text);
    }
    expect(refused).toBeGreaterThan(0.95 * digits.length);
  });

  it('no flipped bit passes with other values', () => {
    const bytes = new TextEncoder().encode(text);
    const random = stream(2, 'bits');
    for (let trial = 0; trial < 3000; trial++) {
      const flipped = bytes.slice();
      flipped[random.below(bytes.length)] ^= 1 << random.below(8);
      const read = readAs(new TextDecoder().decode(flipped));
      if (read !== null) expect(read).toBe(text);
    }
  });

  it('says what is wrong where a threshold was changed', () => {
    const changed = text.replace('"values":[0.125]', '"values":[0.625]');
    expect(changed).not.toBe(text);
    expect(() => parsePolicy(changed)).toThrow(
      /threshold, certificates or columns do not match its checksum/,
    );
  });

  it('files without one are read, and tuning them writes it; the id stays', () => {
    const { checksum, ...old } = JSON.parse(text);
    const read = parsePolicy(JSON.stringify(old));
    expect(read).toEqual(parsePolicy(text));
    expect(policyId(read)).toBe(plain.id);
    const tuned = JSON.parse(printPolicy(tune(read, { rate: 0.1 })));
    expect(tuned.checksum).not.toBe(checksum);
    expect(tuned).toMatchObject({
      id: plain.id,
      checksum: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });
});

describe('a key that stands twice', () => {
  it('is refused, whichever of them a reader would take', () => {
    const twice = text.replace('"values":[0.125]', '"values":[0.5],"values":[0.125]');
    expect(() => parsePolicy(twice, 'p.json')).toThrow(
      /^p\.json: is damaged: it has the key "values" twice/,
    );
    const { checksum: _checksum, ...old } = JSON.parse(text);
    const older = JSON.stringify(old).replace(/\}$/, ',"method":"conf"}');
    expect(() => parsePolicy(older)).toThrow(/the key "method" twice/);
  });

  it.each([
    ['{"a":1,"b":{"a":2},"c":[{"a":1},{"a":2}]}', undefined],
    ['{"a":"b","b":"a","c":"\\"a\\":1,\\"a\\":2"}', undefined],
    ['{"a":1, "\\u0061" : 2}', 'a'],
    ['[{"x":{"y":1,"z":[],"y":2}}]', 'y'],
    ['{"\\\\":1,"\\\\":2}', '\\'],
    ['["a","a"]', undefined],
    ['{"":1,"":2}', ''],
  ])('%s', (json, key) => {
    expect(duplicateKey(json)).toBe(key);
  });
});
