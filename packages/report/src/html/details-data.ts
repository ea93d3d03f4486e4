import type { ReportData } from '../report-data.js';

/** With so many digits that what is printed is rounded as if there were all of them. */
const short = (list: readonly number[], digits: number) =>
  list.map((value) => Number(value.toFixed(digits)));

/**
 * What the script writes into tables and pictures when the dial turns, for one line. Of a class the
 * share handed over and the one recall that its table shows.
 */
export function detailsAtStops({ details, rejection }: ReportData, name: string) {
  const own = details?.find((line) => line.name === name);
  if (!own) return {};
  const { classes, groups, scores } = own;
  return {
    ...(classes && {
      classes: classes.map(({ deferred, systemRecall, keptRecall }) => ({
        share: short(deferred, 5),
        right: short(rejection ? keptRecall : systemRecall, 3),
      })),
    }),
    ...(groups && {
      groups: groups.map(({ rate, value, gain, lower, upper }) => ({
        rate: short(rate, 4),
        value: short(value, 4),
        gain: short(gain, 4),
        lower: short(lower, 4),
        upper: short(upper, 4),
      })),
    }),
    ...(scores && {
      scores: {
        cases: short(scores.cases, 3),
        thresholds: scores.thresholds.map((value) => Number(value.toPrecision(6))),
        cutBins: scores.cutBins,
        cutCases: short(scores.cutCases, 3),
      },
    }),
  };
}
