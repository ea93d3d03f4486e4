import type { ReportData } from '../report-data.js';

/** With so many digits that what is printed is rounded as if there were all of them. */
const short = (list: readonly number[], digits: number) =>
  list.map((value) => Number(value.toFixed(digits)));

/**
 * Numbers from 0 to 1 in four letters each (base64 of three bytes): with a hundred classes they are
 * most of the page. Seven decimals, so that what is printed is rounded as if there were all of them.
 */
const packed = (list: readonly number[], most: number) =>
  btoa(
    list
      .map((value) => Math.round((Math.min(Math.max(value, 0), most) / most) * 1e7))
      .map((whole) => String.fromCharCode(whole >> 16, (whole >> 8) & 255, whole & 255))
      .join(''),
  );

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
        share: packed(deferred, 1),
        right: packed(rejection ? keptRecall : systemRecall, 100),
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
