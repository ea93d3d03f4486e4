import type { MethodResult, ReferenceResult, ReportData } from '../report-data.js';

/**
 * The rates at which the dial stops: those of the grid, and the finding's own where it lies between
 * two of them.
 */
export function withFindingStop(data: ReportData): ReportData {
  const { grid, finding, cases, test, random } = data;
  if (!random.atFinding) return data;
  const beyond = grid.findIndex((rate) => rate > finding.rate);
  const at = beyond < 0 ? grid.length : beyond;
  const put = (list: readonly number[] | undefined, value: number | undefined) =>
    list && value !== undefined ? [...list.slice(0, at), value, ...list.slice(at)] : undefined;
  const stopped = <Line extends ReferenceResult & Pick<Partial<MethodResult>, 'lower' | 'upper'>>(
    line: Line,
  ): Line => {
    const { value, lower, upper, avoided, caused } = line.atFinding ?? {};
    return {
      ...line,
      values: put(line.values, value),
      lower: put(line.lower, lower),
      upper: put(line.upper, upper),
      avoided: put(line.avoided, avoided),
      caused: put(line.caused, caused),
    };
  };
  return {
    ...data,
    grid: put(grid, finding.rate)!,
    cases: put(cases, Math.round(finding.rate * test.rows))!,
    methods: data.methods.map(stopped),
    random: stopped(random),
    oracle: stopped(data.oracle),
    // The dial shows no costs, and their curves keep to the grid.
    costs: undefined,
  };
}
