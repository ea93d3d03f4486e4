import { ANSWERS_MODES, type AnswersMode } from '@cede/core';
import { type Command, Option } from 'commander';

/** How answers count where errors have their own prices. */
export interface AnswersFlags {
  answers?: AnswersMode;
}

export const addAnswersFlag = (command: Command): Command =>
  command.addOption(
    new Option(
      '--answers <how>',
      'how probabilities become answers: the most probable class, the one of least expected cost, or from calibrated probabilities (default: argmax; least-cost with --cost-matrix)',
    ).choices([...ANSWERS_MODES]),
  );
