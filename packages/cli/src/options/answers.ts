import type { AnswersMode } from '@cede/core';
import type { Command } from 'commander';
import { addOptions } from './command.js';

/** How answers count where errors have their own prices. */
export interface AnswersFlags {
  answers?: AnswersMode;
  combine?: boolean;
}

export const addAnswersFlag = (command: Command): Command =>
  addOptions(command, {
    '--answers <how>':
      'how probabilities become answers: the most probable class, the one of least expected cost, or from calibrated probabilities (default: argmax; least-cost with --cost-matrix)',
  });

/** For what fits: whether a hand-over ends with the expert's answer alone. */
export const addCombineFlag = (command: Command): Command =>
  addOptions(command, {
    '--combine':
      "after a hand-over, join the expert's answer with the model's probabilities; kept only where that gains for certain",
  });
