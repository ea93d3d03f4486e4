import { askedName, autoChoiceSentence, type FeatureSpec, ownColumns } from '@cede/core';
import type { Fitting } from '@cede/study';
import { displayName } from '../method-names.js';
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
    ...(policy.choice ? [autoChoiceSentence(policy.choice, displayName)] : []),
    `${displayName(policy.method)} fitted on ${plural(rows.fit, 'row')} of ${table}${inSample ? '' : `, threshold set on ${plural(rows.calibration, 'other row')}`}.`,
    usedText(fitting),
    `${[what, costs].filter(Boolean).join('; ')}${inSample ? ' — on the fitting rows themselves, so optimistic' : ` (estimated on those ${plural(rows.calibration, 'row')})`}.`,
  ];
}

/** What the policy goes by, and whom it asks. */
function usedText({ policy, unusedExperts }: Fitting): string {
  const { features } = policy.scorer;
  const sees = `Sees ${inputsText(featureNames(features), features.classes > 0, kindsOf(features))}.`;
  return sees + wordsOf(policy).asked(expertUsedText(policy.experts[0], unusedExperts));
}

const featureNames = (features: FeatureSpec) =>
  [...ownColumns(features), ...(features.blocks ?? [])].map(({ name }) => name);

/** Levels that the scorer tells apart or knows of; gaps were counted when the table was checked. */
function kindsOf(features: FeatureSpec) {
  const categories = ownColumns(features).flatMap(({ name, levels, rare = [] }) =>
    levels ? [[name, levels.length + rare.length] as const] : [],
  );
  const blocks = (features.blocks ?? []).map(({ name, width }) => [name, width] as const);
  return { categories: Object.fromEntries(categories), blocks: Object.fromEntries(blocks) };
}

/** For `--json`; `path` is where the policy went. */
export const fittingDocument = (fitting: Fitting, path: string) => ({
  format: 'cede/fit',
  version: 1,
  policy: path,
  id: fitting.policy.id,
  method: fitting.policy.method,
  ...(fitting.policy.choice && { choice: fitting.policy.choice }),
  features: featureNames(fitting.policy.scorer.features),
  expert: askedName(fitting.policy),
  ...(fitting.unusedExperts.length > 0 && { unusedExperts: fitting.unusedExperts }),
  rows: fitting.rows,
  inSample: fitting.inSample,
  ...(fitting.policy.answers && { answers: fitting.policy.answers.by }),
  threshold: fitting.threshold,
  ...fitting.setting,
  ...(fitting.cost !== undefined && { cost: fitting.cost }),
  ...(fitting.budget !== undefined && { budget: fitting.budget }),
  warnings: warningTexts(fitting.notes),
});
