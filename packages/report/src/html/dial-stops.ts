import type { ReportData } from '../report-data.js';

/** What a case costs at every stop, for one line; undefined where nothing has a price. */
export function costsAtStops({ costs }: ReportData, name: string): readonly number[] | undefined {
  const { curves } = costs ?? {};
  if (!curves) return undefined;
  if (name === 'random' || name === 'oracle') return curves[name].values;
  return curves.methods.find((method) => method.name === name)?.values;
}
