import { expect, it } from 'vitest';
import { idleTrainingTexts } from './idle-training.js';

it('says which options of training change nothing, and why', () => {
  expect(idleTrainingTexts(['conf'], { epochs: 3, scorer: 'linear', features: 'full' })).toEqual([
    '"epochs" changes nothing: it is about training networks, and conf doesn\'t fit one.',
    '"scorer" changes nothing: conf doesn\'t fit a scorer of another shape.',
    '"probabilityFeatures" changes nothing: conf doesn\'t fit a scorer that could see something else.',
  ]);
  expect(idleTrainingTexts(['random', 'conf', 'ridge', 'linear'], { batch: 9 })).toEqual([
    '"batch" changes nothing: it is about training networks, and none of conf, ridge and linear fits one.',
  ]);
});
