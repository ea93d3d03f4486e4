import { fixed } from '@cede/core';
import { money, perCases, purseOf } from '../money.js';
import { percent, sentenceDecimals, withUnit } from '../number.js';
import type { Claim, ReportData } from '../report-data.js';
import { askingAbout, capital, modelName, possessive } from '../vocabulary.js';
import { estimated, outcome } from './interval.js';

/** In points. Nearer than this to the expert, at the lower end of the interval, counts as the same. */
const LOST_AT_MOST = 1;

/** Null where nothing has a price, or handing over doesn't help: then the claim is about the target. */
export function costClaim(data: ReportData): Claim | null {
  const { costs, target } = data;
  if (costs?.saving) return costs.saving;
  if (!costs?.beside || target.kind !== 'accuracy' || outcome(data) !== 'better') return null;
  return besideClaim(data, costs.beside);
}

type Beside = NonNullable<NonNullable<ReportData['costs']>['beside']>;

/** Cost and accuracy together, beside asking the expert about everything. */
function besideClaim(data: ReportData, { difference, share, spent, expertSpends }: Beside): Claim {
  const { finding, expert, target } = data;
  const decimals = sentenceDecimals(data);
  const show = (number: number) => withUnit(fixed(number, decimals), target.unit);
  const at =
    share.upper < 1 ? `at ${percent(share.estimate, 0)} of the cost` : 'at about the same cost';
  const purse = purseOf(data.costs!);
  const paid = `${money(spent, purse)} instead of ${money(expertSpends, purse)} ${perCases(purse)}`;
  const whose = possessive(expert.name);
  const evidence = [
    `${askingAbout(data, finding.rate)} gives ${show(finding.value)} ${target.name}; ${expert.name} alone has ${show(finding.expertValue)}, ${modelName(data)} alone ${show(finding.modelValue)}.`,
    `Against ${expert.name} alone: ${estimated(data, difference)}, for ${paid} (${percent(share.lower, 0)} to ${percent(share.upper, 0)} of the cost).`,
  ];
  return {
    claim: capital(
      share.upper >= 1 && difference.lower <= 0
        ? `no clear saving against asking ${expert.name} about every case.`
        : difference.lower > 0
          ? `better than ${expert.name} alone, ${at}.`
          : difference.lower > -LOST_AT_MOST
            ? difference.estimate >= 0
              ? `all of ${whose} ${target.name} ${at}.`
              : `${whose} ${target.name}, within ${LOST_AT_MOST} point, ${at}.`
            : difference.upper >= 0
              ? `no clear difference from ${whose} ${target.name}, ${at}.`
              : `${fixed(finding.gain, decimals)} ${target.differenceUnit} above ${modelName(data)}, ${fixed(-difference.estimate, decimals)} below ${expert.name}, ${at}.`,
    ),
    evidence: evidence.join(' '),
  };
}
