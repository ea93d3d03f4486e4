import type { FitOptions } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { idleTraining } from './idle-training.js';

const idle = (methods: readonly string[], training: FitOptions) =>
  idleTraining(methods, training).map(({ option }) => option);

describe('how to train is idle where nothing is trained that way', () => {
  it('about networks', () => {
    for (const training of [{ epochs: 3 }, { hidden: [8] }, { members: 2 }, { weightDecay: 0 }]) {
      for (const method of ['conf', 'conf-calibrated', 'linear', 'ridge', 'random', 'oracle'])
        expect(idle([method], training), method).toEqual(Object.keys(training));
      for (const method of ['auto', 'drcpe-auto', 'diff01', 'reject', 'drcpe-gce', 'two-stage'])
        expect(idle([method], training), method).toEqual([]);
    }
  });

  it('where every network has become a straight rule', () => {
    for (const method of ['auto', 'reject', 'drcpe-gce', 'drcpe-gce+linear'])
      expect(idle([method], { epochs: 3, scorer: 'linear' }), method).toContain('epochs');
    expect(idle(['mix:0.5*ridge:0.5*linear'], { epochs: 3 })).toEqual(['epochs']);
    expect(idle(['drcpe-gce'], { scorer: 'linear' })).toEqual([]);
  });

  it('about a shape or inputs that the method has not, or that its name settles', () => {
    for (const method of ['conf', 'ridge', 'diff01+linear'])
      expect(idle([method], { scorer: 'linear' }), method).toEqual(['scorer']);
    for (const method of ['conf', 'linear', 'ridge+calibrated'])
      expect(idle([method], { features: 'full' }), method).toEqual(['features']);
    for (const method of ['auto', 'ridge', 'diff01', 'reject'])
      expect(idle([method], { features: 'full' }), method).toEqual([]);
  });

  it('names those that were asked for; one that listens is enough', () => {
    expect(idle(['random', 'conf', 'diff01', 'oracle'], { epochs: 3 })).toEqual([]);
    const [{ methods }] = idleTraining(['random', 'conf', 'linear', 'oracle'], { batch: 3 });
    expect(methods).toEqual(['conf', 'linear']);
    expect(idle(['conf'], { seed: 3 })).toEqual([]);
  });
});
