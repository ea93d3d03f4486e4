import { labelOf, methodOf } from '../headline/chosen.js';
import { percent } from '../number.js';
import type { ReportData } from '../report-data.js';
import { vocabulary } from '../vocabulary.js';
import { html } from './markup.js';

/**
 * Tables that were measured at the headline's setting say so, and say it loudly once the dial or the
 * method stands elsewhere: nothing on the page may seem to be about a setting that it is not about.
 */
export function pinned(data: ReportData): string {
  const { finding } = data;
  const setting = `${percent(finding.rate)} ${vocabulary(data).ofCases} by ${labelOf(methodOf(data, finding.method))}`;
  return `<p class="pinned soft small">At the headline's setting: ${html(setting)}. <span class="elsewhere" hidden>The dial above stands elsewhere. <button type="button" class="reset">Set it to ${html(percent(finding.rate))}</button></span></p>`;
}
