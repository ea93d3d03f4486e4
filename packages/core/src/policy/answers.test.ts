import { describe, expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { leastCostAnswer } from '../table/least-cost.js';
import type { Table } from '../table/table.js';
import { createDecider, decide } from './decide.js';
import { fitPolicy } from './fit.js';
import { parsePolicy } from './parse.js';
import { printPolicy } from './print.js';

const ROWS = 300;

/** A screening: "ill" is never the most probable class, and a miss costs twenty false alarms. */
function screening(): Table {
  const random = stream(3, 'screening');
  const ill = Float64Array.from({ length: ROWS }, () => 0.3 * random.uniform());
  const label = Int32Array.from(ill, (p) => +(random.uniform() < p));
  return {
    rows: ROWS,
    classes: ['healthy', 'ill'],
    label,
    model: Float32Array.from({ length: 2 * ROWS }, (_, k) =>
      k % 2 ? ill[k >> 1] : 1 - ill[k >> 1],
    ),
    experts: [
      {
        name: 'nurse',
        kind: 'labels',
        labels: label.map((is) => (is ? +(random.uniform() < 0.9) : 0)),
      },
    ],
    costMatrix: Float64Array.of(0, 20, 400, 0),
    columns: [],
  };
}

describe('a policy that answers by least cost', () => {
  const table = screening();
  const policy = fitPolicy(table, { method: 'linear', answers: 'least-cost', rate: 0.2 });

  it('decides with the answer of least expected cost, and its probability', () => {
    const decider = createDecider(policy);
    let ill = 0;
    for (let i = 0; i < ROWS; i++) {
      const p = table.model!.subarray(2 * i, 2 * i + 2);
      const expected = leastCostAnswer(p, 0, 2, table.costMatrix!);
      ill += expected;
      const { answer, probability } = decider.decide(p);
      expect(answer).toBe(table.classes[expected]);
      expect(probability).toBeCloseTo(p[expected], 6);
    }
    expect(ill).toBeGreaterThan(100);
    const { answers: _none, ...plain } = policy;
    expect(decide(plain, [0.8, 0.2]).answer).toBe('healthy');
    expect(decide(policy, [0.8, 0.2]).answer).toBe('ill');
  });

  it('goes through its file, which readers that do not know answers refuse', () => {
    const text = printPolicy(policy);
    expect(JSON.parse(text).requires).toEqual(['answers']);
    expect(parsePolicy(text)).toEqual(policy);
    // Its id covers the prices: a flipped digit is found.
    expect(() => parsePolicy(text.replace('[0,20,400,0]', '[0,20,401,0]'))).toThrow(/damaged/);
    expect(() => parsePolicy(text.replace('[0,20,400,0]', '[0,20,400]'))).toThrow(
      /number of classes/,
    );
  });

  it('calibrates on what its own answers are worth', () => {
    const right = policy.calibration.bins.reduce((sum, { model }) => sum + model, 0);
    const plain = fitPolicy(table, { method: 'linear', rate: 0.2 }).calibration;
    const before = plain.bins.reduce((sum, { model }) => sum + model, 0);
    // Many false alarms: it is right less often, and that is what the calibration says.
    expect(right).toBeLessThan(before - 5);
  });
});
