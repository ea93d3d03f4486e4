import { inlineRunner } from '@cede/run';
import { cellFunctions } from './cell-functions.js';
import type { StudyContext, StudyRunner } from './run/run.js';

/** Fits in this thread, one at a time: works wherever JavaScript does. */
export const inlineStudyRunner = (): StudyRunner => ({
  open(tables) {
    const context: StudyContext = { tables };
    return inlineRunner(cellFunctions, context);
  },
});
