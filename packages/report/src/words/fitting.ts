import { askedName, autoChoiceSentence, type ColumnSpec } from '@cede/core';
import type { Fitting } from '@cede/study';
import { wordsOf } from './handing/registry.js';
import { expertUsedText, inputsText } from './inputs.js';
import { warningTexts } from './notes.js';
import { plural } from './numbers.js';
import { calibrationCostText } from './policy-cost.js';
import { thresholdText } from './threshold.js';

/** A fitted policy for a person. */
export function fittingText(fitting: Fitting): string[] {
  const { policy, table, rows, inSample, setting } = fitting;
  const [threshold] = policy.threshold.values;
  const words = wordsOf(policy);
  const at = thresholdText(threshold, words);
  const where = Number.isFinite(threshold) ? `score ≤ ${at}` : `threshold ${at}`;
  const what = words.fitted(policy, setting, where);
  const costs = calibrationCostText(policy);
  return [
    ...(policy.choice ? [autoChoiceSentence(policy.choice)] : []),
    `${policy.method} fitted on ${plural(rows.fit, 'row')} of ${table}${inSample ? '' : `, threshold set on ${plural(rows.calibration, 'other row')}`}.`,
    usedText(fitting),
    `${[what, costs].filter(Boolean).join('; ')}${inSample ? ' — on the fitting rows themselves, so too good' : ''}.`,
  ];
}

/** What the policy goes by, and whom it asks. */
function usedText({ policy, unusedExperts }: Fitting): string {
  const { columns, classes } = policy.scorer.features;
  const sees = `Sees ${inputsText(featureNames(columns), classes > 0, kindsOf(columns))}.`;
  return sees + wordsOf(policy).asked(expertUsedText(policy.experts[0], unusedExperts));
}

const featureNames = (columns: readonly { readonly name: string }[]) =>
  columns.map(({ name }) => name);

/** Levels that the scorer tells apart or knows of; gaps were counted when the table was checked. */
function kindsOf(columns: readonly ColumnSpec[]) {
  const categories = columns.flatMap(({ name, levels, rare = [] }) =>
    levels ? [[name, levels.length + rare.length] as const] : [],
  );
  return { categories: Object.fromEntries(categories) };
}

/** For `--json`; `path` is where the policy went. */
export const fittingDocument = (fitting: Fitting, path: string) => ({
  format: 'cede/fit',
  version: 1,
  policy: path,
  id: fitting.policy.id,
  method: fitting.policy.method,
  ...(fitting.policy.choice && { choice: fitting.policy.choice }),
  features: featureNames(fitting.policy.scorer.features.columns),
  expert: askedName(fitting.policy),
  ...(fitting.unusedExperts.length > 0 && { unusedExperts: fitting.unusedExperts }),
  rows: fitting.rows,
  inSample: fitting.inSample,
  threshold: fitting.threshold,
  ...fitting.setting,
  ...(fitting.cost !== undefined && { cost: fitting.cost }),
  ...(fitting.budget !== undefined && { budget: fitting.budget }),
  warnings: warningTexts(fitting.notes),
});
