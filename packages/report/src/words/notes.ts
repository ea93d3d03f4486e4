import { optionText } from '@cede/core';
import type { Combined, Note } from '@cede/study';
import { idleTrainingText } from './idle-training.js';
import { inSentence } from './names.js';
import { percent, plural, points } from './numbers.js';
import { propensityWarning } from './propensities.js';

/** A note as a sentence. */
export function noteText(note: Note): string {
  switch (note.code) {
    case 'table-issue':
      return note.issue.message;
    case 'fitting-rows': {
      const what =
        note.share === 1
          ? `${note.table} holds the rows that the policy was fitted on`
          : `${note.table} holds about ${percent(note.share, 0)} of the rows that the policy was fitted on`;
      return `${what}, so these numbers are optimistic. Evaluate on rows that no fitting has seen.`;
    }
    case 'fitting-rows-untold':
      return `Whether ${note.table} holds rows that the policy was fitted on can't be told: many rows look the same to it, or columns are missing that tell them apart. If it does, these numbers are too good.`;
    case 'certified-before':
      return `${note.table} has certified this policy before: several certificates on the same rows are several tests, and the confidence holds for each alone. Use fresh rows, or the bounds of ${optionText('bounds')}.`;
    case 'propensity-estimated':
      return propensityWarning(note, note.table);
    case 'cost-matrix-absent':
      return `${note.method} learned from a cost matrix, and without it right and wrong is all that can be counted. Give ${optionText('costMatrix')} again.`;
    case 'errors-unpriced':
      return `Those answers go by what errors cost, and right and wrong is all that is counted here. Give ${optionText('costMatrix')} again to count costs.`;
    case 'cost-matrix-unused':
      return `${note.method} makes no use of the cost matrix: it counts right and wrong. Methods that learn costs begin with ${note.learns}.`;
    case 'option-idle':
      return idleTrainingText(note);
    case 'answers':
      return answersTexts()[note.by];
    case 'answers-joined':
      return `What ${inSentence(note.expert)} answers is joined with the model's probabilities: the answer after a hand-over is that of both.`;
    case 'combined':
      return combinedText(note);
    case 'constant-score': {
      const decay = note.trained ? `${optionText('weightDecay', '0.0001')}, or ` : '';
      return `${note.method} gives every calibration row the same score, so it hands over all cases or none. Try ${decay}another ${optionText('method')} (auto compares several).`;
    }
  }
}

/** Whether joined answers were kept, and why. */
export function combinedText({ kept, estimate, lower, upper, rows }: Combined): string {
  const gain = `${points(estimate, 2)} points (95 % interval ${points(lower, 2)} to ${points(upper, 2)}, out of fold on ${plural(rows, 'row')} that the expert answered)`;
  return kept
    ? `Joined with the model's probabilities the expert's answers are right more often: ${gain}. They are joined.`
    : `Joining the expert's answers with the model's gains nothing for certain: ${gain}. The expert's own answers count.`;
}

const answersTexts = () => ({
  'least-cost': `The model's answer is the class of least expected cost, not the most probable one (${optionText('answers', 'argmax')}).`,
  calibrated: `The model's answer comes from its probabilities as calibrated on the fitting rows, not as given (${optionText('answers', 'argmax')}).`,
});

/** What only explains, and warns of nothing. */
const isWarning = ({ code }: Note): boolean =>
  !['answers', 'answers-joined', 'combined', 'errors-unpriced'].includes(code);

/** The warnings among notes. */
export const warningTexts = (notes: readonly Note[]): string[] =>
  notes.filter(isWarning).map(noteText);

/** Notes as lines to print, warnings marked and first. */
export const noteLines = (notes: readonly Note[]): string[] => [
  ...warningTexts(notes).map((text) => `warning: ${text}`),
  ...notes.filter((note) => !isWarning(note)).map(noteText),
];
