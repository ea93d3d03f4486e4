import { percent } from '../number.js';
import type { ReportData, Rival } from '../report-data.js';
import { capital } from '../vocabulary.js';
import { ahead, apart, asWell, behind, flipped, MARGIN, outcome, range } from './interval.js';

/** What needs no learning, and how it does beside the finding: said wherever it is not behind. */
export function rivalSentences(data: ReportData): string[] {
  const { rival, overRandom } = data.finding;
  const said: string[] = [];
  if (rival && outcome(data) === 'better') said.push(rivalSentence(data, rival));
  else if (rival && ahead(data, rival.difference))
    said.push(`${capital(rival.phrase)} does better (${range(data, flipped(rival.difference))}).`);
  if (overRandom && !behind(data, overRandom))
    said.push(
      ahead(data, overRandom)
        ? `Picking as many cases at random does better (${range(data, flipped(overRandom))}).`
        : `Picking as many cases at random: no clear difference (${range(data, overRandom)}).`,
    );
  return said;
}

/**
 * A rival counts as different only where the paired interval says so: two numbers that differ in
 * their second decimal are no reason to say that one of them "never gets there".
 */
export function rivalSentence(data: ReportData, { phrase, rate, difference, best }: Rival): string {
  const own = data.finding.rate;
  const name = capital(phrase);
  // Beside a sentence about what is right, a difference in what is wrong would read upside down.
  const turned = data.rejection && data.target.kind === 'accuracy';
  const shown = turned ? flipped(difference) : difference;
  if (!apart(difference) && asWell(data, difference))
    return `${name} does as well, within ${MARGIN} points (difference ${range(data, shown)}).`;
  if (!apart(difference)) return `${name}: no clear difference (${range(data, shown)}).`;
  if (rate !== null && data.rejection)
    return `${name} can answer ${rate < own ? 'only ' : ''}${percent(rate)} as well as that.`;
  if (rate !== null)
    return `${name} needs ${rate < own ? 'only ' : ''}${percent(rate)} of cases for that.`;
  if (best && !apart(best.difference))
    return `${name} does worse at ${percent(own)}; at its best rate, ${percent(best.rate)}, there is no clear difference (${range(data, best.difference)}).`;
  return `${name} does not get there at any rate.`;
}
