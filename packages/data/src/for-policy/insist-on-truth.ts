import { InputError, type Table } from '@cede/core';

/** A table without an expert is read like unlabelled rows; the truth must then be asked for. */
export function insistOnTruth({ label, labelVotes, ...table }: Table, name: string): void {
  if (!label && !labelVotes && !table.modelCorrect && !table.modelLoss)
    throw new InputError('no column "label".', 'label-missing', {}, `table ${name}`);
  const gap = label ? label.indexOf(-1) : -1;
  if (gap >= 0)
    throw new InputError(
      `table ${name}, row ${gap + 1}: the label is missing. Leave the row out, or give its true class.`,
    );
}
