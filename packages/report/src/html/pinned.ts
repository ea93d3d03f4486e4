import { labelOf, methodOf } from '../headline/chosen.js';
import { percent } from '../number.js';
import type { ReportData } from '../report-data.js';
import { vocabulary } from '../vocabulary.js';
import { html } from './markup.js';

/** Whether a part of the page follows the dial: whether its numbers are known at every stop. */
export const follows = (data: ReportData, part: 'classes' | 'groups' | 'scores'): boolean =>
  data.details?.some((line) => line[part] !== undefined) ?? false;

/**
 * The setting that a table is about. It follows the dial and the method; with too many rows or
 * classes for that it stays at the headline's, and says so loudly once the dial stands elsewhere.
 */
export function pinned(data: ReportData, part: 'classes' | 'groups' | 'scores'): string {
  const { finding } = data;
  const setting = `${percent(finding.rate)} ${vocabulary(data).ofCases} by ${labelOf(methodOf(data, finding.method))}`;
  if (follows(data, part))
    return `<p class="pinned soft small">At the dial's setting: <span class="setting">${html(setting)}</span>.</p>`;
  return `<p class="pinned soft small">At the headline's setting: ${html(setting)}. <span class="elsewhere" hidden>The dial above stands elsewhere. <button type="button" class="reset">Set it to ${html(percent(finding.rate))}</button></span></p>`;
}
