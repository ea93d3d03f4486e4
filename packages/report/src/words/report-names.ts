import { expertKind, hasAnswerCosts, InputError, optionText, type Table } from '@cede/core';

/** What people call the model, the expert and the money. */
export interface ReportNames {
  readonly modelName?: string;
  readonly expertName?: string;
  readonly currency?: string;
}

/** The names that were given; one of somebody or something that the report has not is refused. */
export function reportNames(
  { modelName, expertName, currency, errorCost }: ReportNames & { readonly errorCost?: number },
  table: Table,
): ReportNames {
  const { experts, costMatrix } = table;
  const several = `names one expert, and there are ${experts.length}. Name each with ${optionText('expert', 'NAME=columns')}.`;
  if (expertName !== undefined && experts.length > 1) throw idle('expertName', several);
  if (expertName !== undefined && !experts.some((expert) => expertKind(expert).answers))
    throw idle('expertName', 'names an expert, and nobody is asked. Leave it out.');
  const priced = errorCost !== undefined || costMatrix !== undefined;
  if (currency !== undefined && !priced && !experts.some((_, k) => hasAnswerCosts(table, k)))
    throw idle('currency', 'is what costs are in, and nothing has a price. Leave it out.');
  return {
    ...(modelName !== undefined && { modelName }),
    ...(expertName !== undefined && { expertName }),
    ...(currency !== undefined && { currency }),
  };
}

const idle = (option: string, why: string) =>
  new InputError(`compare: ${optionText(option)} ${why}`, 'option-idle', { option });
