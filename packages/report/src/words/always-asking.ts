import type { AlwaysAsking } from '@cede/study';
import { casesFor, perCases } from '../money.js';
import { amount, signed } from './numbers.js';

/**
 * Whether asking the expert about every case beats asking nobody, as far as the paired interval
 * tells; and what it saves where something has a price.
 */
export function alwaysAskingText(
  { gain, saving }: AlwaysAsking,
  target: 'accuracy' | 'loss',
): string {
  const scale = target === 'accuracy' ? 100 : 1;
  const digits = target === 'accuracy' ? 2 : 4;
  const unit = target === 'accuracy' ? ' points' : '';
  const show = (value: number) => signed(scale * value, digits);
  const interval = `${show(gain.estimate)}${unit}, 95 % interval ${show(gain.lower)} to ${show(gain.upper)}`;
  const said =
    gain.canTell === false
      ? `may beat the model or not (${show(gain.estimate)}${unit}; too few clusters to tell)`
      : gain.lower > 0
        ? `beats the model (${interval})`
        : gain.upper < 0
          ? `is worse than the model (${interval})`
          : `no clear difference from the model (${interval})`;
  return saving ? `${said}; ${savingText(saving)}` : said;
}

function savingText({
  estimate,
  lower,
  upper,
  errorsPriced,
  canTell,
}: NonNullable<AlwaysAsking['saving']>): string {
  const counted = errorsPriced ? 'errors and answers together' : 'answers alone';
  const [sign, verb] = estimate < 0 ? [-1, 'costs'] : [1, 'saves'];
  const ends = [sign * lower, sign * upper].sort((a, b) => a - b);
  const per = casesFor([estimate]);
  const [much, from, to] = [Math.abs(estimate), ...ends].map((cost) => amount(cost * per));
  const interval = `95 % interval ${from} to ${to}`;
  const more = estimate < 0 ? ' more' : '';
  const cases = perCases({ per });
  if (canTell === false)
    return `${verb} ${much} ${cases}${more} here (${counted}; too few clusters to tell)`;
  if (lower === upper && estimate !== 0) return `${verb} ${much} ${cases}${more} (${counted})`;
  return lower <= 0 && upper >= 0
    ? `no clear difference in cost ${cases} (${verb} ${much}${more}, ${interval}; ${counted})`
    : `${verb} ${much} ${cases}${more} (${interval}; ${counted})`;
}
