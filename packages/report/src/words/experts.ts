import type { ReportData } from '../report-data.js';
import { fixed, givenPercent, signed } from './numbers.js';
import { confidenceText } from './promises.js';

/** One line an expert: who is worth asking. */
export function expertsText({ experts, finding, target }: ReportData): string[] {
  if (!experts) return [];
  const digits = target.kind === 'accuracy' ? 2 : 4;
  const unit = target.differenceUnit ? ` ${target.differenceUnit}` : '';
  const width = Math.max(...experts.map(({ name }) => name.length)) + 2;
  return [
    '',
    `Experts, alone and with ${givenPercent(finding.rate)} of the cases handed over (gains over the model alone, ${confidenceText(finding.confidence)} intervals):`,
    ...experts.map(
      ({ name, expertValue, value, gain, method }) =>
        `  ${name.padEnd(width)}alone ${fixed(expertValue, digits)}, together ${fixed(value, digits)}, gain ${signed(gain.estimate, digits)} (${signed(gain.lower, digits)} to ${signed(gain.upper, digits)})${unit}, by ${method}`,
    ),
    '',
  ];
}
