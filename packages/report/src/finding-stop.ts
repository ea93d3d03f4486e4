import type { CostCurves, MethodResult, ReferenceResult, ReportData } from './report-data.js';

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
    const { value, lower, upper, avoided, caused, over } = line.atFinding ?? {};
    return {
      ...line,
      values: put(line.values, value),
      lower: put(line.lower, lower),
      upper: put(line.upper, upper),
      avoided: put(line.avoided, avoided),
      caused: put(line.caused, caused),
      ...(line.over &&
        over && {
          over: {
            from: line.over.from,
            estimate: put(line.over.estimate, over.estimate)!,
            lower: put(line.over.lower, over.lower)!,
            upper: put(line.over.upper, over.upper)!,
          },
        }),
    };
  };
  return {
    ...data,
    grid: put(grid, finding.rate)!,
    cases: put(cases, Math.round(finding.rate * test.rows))!,
    methods: data.methods.map(stopped),
    random: stopped(random),
    oracle: stopped(data.oracle),
    ...(data.costs?.curves && {
      costs: { ...data.costs, curves: costsWithStop(data.costs.curves, data, at) },
    }),
  };
}

/** Costs run straight between two rates of the grid, as near as makes no difference to a reader. */
function costsWithStop(curves: CostCurves, { grid, finding }: ReportData, at: number): CostCurves {
  const part =
    at === 0 || at === grid.length ? 0 : (finding.rate - grid[at - 1]) / (grid[at] - grid[at - 1]);
  const put = (list: readonly number[]) => {
    const [before, after] = [list[Math.max(at - 1, 0)], list[Math.min(at, list.length - 1)]];
    return [...list.slice(0, at), before + part * (after - before), ...list.slice(at)];
  };
  const line = <Line extends object>(given: Line): Line =>
    Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, Array.isArray(value) ? put(value) : value]),
    ) as Line;
  return {
    ...curves,
    methods: curves.methods.map(line),
    random: line(curves.random),
    oracle: line(curves.oracle),
  };
}
