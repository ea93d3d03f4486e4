import { ANSWERS_MODES, type AnswersMode } from '@cede/study';
import { type Command, Option } from 'commander';

/** How answers count where errors have their own prices. */
export interface AnswersFlags {
  answers?: AnswersMode;
}

export const addAnswersFlag = (command: Command): Command =>
  command.addOption(
    new Option(
      '--answers <how>',
      'how probabilities become answers: the most probable class, or the one of least expected cost (default: argmax; least-cost with --cost-matrix)',
    ).choices([...ANSWERS_MODES]),
  );
