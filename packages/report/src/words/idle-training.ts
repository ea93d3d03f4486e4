import { optionText, spokenMethod } from '@cede/core';
import { type IdleTraining, idleTraining } from '@cede/study';

/** That an option of training changes nothing, and why. */
export function idleTrainingText({ option, about, methods }: IdleTraining): string {
  const names = methods.map(spokenMethod);
  const none =
    names.length === 1
      ? `${names[0]} doesn't fit`
      : `none of ${names.slice(0, -1).join(', ')} and ${names.at(-1)} fits`;
  return {
    networks: `${optionText(option)} changes nothing: it is about training networks, and ${none} one.`,
    scorer: `${optionText(option)} changes nothing: ${none} a scorer of another shape.`,
    features: `${optionText('probabilityFeatures')} changes nothing: ${none} a scorer that could see something else.`,
  }[about];
}

/** The same for all options that none of these methods listens to. */
export const idleTrainingTexts = (...given: Parameters<typeof idleTraining>): string[] =>
  idleTraining(...given).map(idleTrainingText);
