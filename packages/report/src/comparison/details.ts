import type { Comparison, MethodDetails } from '@cede/study';
import type { LineDetails } from '../report-data.js';
import { type Shown, shownAs } from '../shown.js';

/** Classes, groups and scores along the dial, in the units that people read. */
export function lineDetails({ details, chart, target }: Comparison): LineDetails[] | undefined {
  if (!details) return undefined;
  const shown = shownAs(chart.axis === 'answered' ? chart.target : target);
  return details.methods.map((method) => oneLine(method, shown));
}

function oneLine({ name, classes, groups, scores }: MethodDetails, shown: Shown): LineDetails {
  const percents = (shares: readonly number[]) => shares.map((share) => 100 * share);
  return {
    name,
    ...(classes && {
      classes: classes.map(({ deferred, system, kept }) => ({
        deferred,
        systemRecall: percents(system),
        keptRecall: percents(kept),
      })),
    }),
    ...(groups && {
      groups: groups.map(({ rate, value, gain, lower, upper }) => ({
        rate,
        value: shown.values(value),
        gain: shown.values(gain),
        ...shown.band(lower, upper),
      })),
    }),
    ...(scores && { scores }),
  };
}
