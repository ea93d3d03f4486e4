import { expertKind, optionText, type Table } from '@cede/core';
import { highest } from '../answers.js';
import type { TableIssue } from '../table-issue.js';
import { type Check, percent } from './contract.js';
import type { Tally } from './tally.js';

/**
 * The expert as one of the voters behind the label. Then the label is partly the expert's own
 * opinion and handing over looks better than it is: on one real table +3.3 points instead of +0.8.
 */
export const voteInLabel: Check = (table) => {
  const votes = table.labelVotes ?? table.spareVotes;
  if (!votes || !table.label || !isMajority(table, votes)) return [];
  return table.experts.flatMap((expert): TableIssue[] => {
    if (!expertKind(expert).isAmong?.(expert, votes, table.classes.length)) return [];
    return [
      {
        severity: 'warning',
        code: 'vote-in-label',
        message: `The label is the majority of votes and the vote of expert "${expert.name}" is always among them, so the expert is judged partly by its own opinion and looks better than it is. Use the majority of the other voters as the label (${optionText('labelVotes')} with ${optionText('leaveExpertOut', 'true')}).`,
        count: table.rows,
      },
    ];
  });
};

/** Whether the label has most votes in every row: a label from elsewhere agrees often, never always. */
function isMajority({ label, rows, classes }: Table, votes: Float32Array): boolean {
  for (let row = 0; row < rows; row++) {
    const at = row * classes.length;
    const own = votes[at + label![row]!]!;
    for (let k = 0; k < classes.length; k++) if (votes[at + k]! > own) return false;
  }
  return true;
}

/** A model that is nearly always right and nearly certain has probably seen these rows. */
export const trainedOnRows: Check = (table, { model, experts }) => {
  const issues: TableIssue[] = [];
  const width = table.classes.length;
  const suspicious = (
    who: string,
    tally: Tally | undefined,
    probabilities: Float32Array | undefined,
  ) => {
    if (!tally || !probabilities || table.rows < 100) return;
    const { mean } = tally;
    if (mean < 0.995 || mean === 1) return;
    const certainty = meanCertainty(probabilities, width);
    if (certainty < 0.99) return;
    issues.push({
      severity: 'warning',
      code: 'trained-on-rows',
      message: `${who} is right in ${percent(mean)} of the rows with a mean confidence of ${percent(certainty)}: were these rows in its training set? Use rows it has not seen.`,
      count: table.rows,
    });
  };
  suspicious('The model', model.tally, table.model);
  table.experts.forEach((expert, which) => {
    const probabilities = expertKind(expert).probabilities(expert);
    suspicious(`Expert "${expert.name}"`, experts[which]!.tally, probabilities);
  });
  return issues;
};

function meanCertainty(probabilities: Float32Array, width: number): number {
  const answers = highest(probabilities, width);
  let sum = 0;
  let known = 0;
  for (let row = 0; row < answers.length; row++) {
    if (answers[row]! < 0) continue;
    sum += probabilities[row * width + answers[row]!]!;
    known++;
  }
  return sum / known;
}
