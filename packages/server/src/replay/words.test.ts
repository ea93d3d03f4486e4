import { expect, it } from 'vitest';
import type { Replay } from './replay.js';
import { replayText } from './words.js';

it('says one case, and two cases', () => {
  const seen = (cases: number): Replay =>
    ({
      ...{ cases, rate: 0.5, loggedRate: 0.5, asked: cases, known: cases, answeredShare: 1 },
      gain: { estimate: 0.1, low: -1, high: 1, rows: cases, effective: cases, deviation: 1 },
      groups: [{ group: 'a', cases, estimate: 0, low: -1, high: 1, hurt: false }],
      advice: { says: 'not yet', why: 'Too few.' },
    }) as unknown as Replay;
  expect(replayText(seen(1))).toMatch(/^1 logged case\. .*worth 1 case seen.*Group a, 1 case:/s);
  expect(replayText(seen(2))).toMatch(/^2 logged cases\. .*worth 2 cases seen.*Group a, 2 cases:/s);
});
