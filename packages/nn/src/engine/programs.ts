import { backwardPhases } from './backward.js';
import type { Context } from './context.js';
import { forwardPhases } from './forward.js';
import { headPhase } from './head.js';
import type { Phase } from './phases.js';
import { applyRunningMoments } from './statistics.js';
import { preparePhase, updatePhase } from './update.js';

/** What a crew can be told to do; the names travel between threads as their index. */
export const PROGRAMS = ['prepare', 'gradient', 'train', 'evaluate'] as const;
export type Program = (typeof PROGRAMS)[number];

export function programsOf(context: Context): Record<Program, Phase[]> {
  const { training } = context.configuration;
  const gradient = () => [
    ...forwardPhases(context, true),
    headPhase(context, true),
    ...backwardPhases(context),
  ];
  const prepare = preparePhase(context);
  return {
    prepare: [prepare],
    gradient: training ? gradient() : [],
    train: training ? [...gradient(), updatePhase(context), prepare] : [],
    evaluate: [runningPhase(context), ...forwardPhases(context, false), headPhase(context, false)],
  };
}

function runningPhase(context: Context): Phase {
  return {
    work() {},
    finish() {
      for (const layer of context.layout.layers) applyRunningMoments(context, layer);
    },
  };
}
