import type { CostCurves, ReportData } from '../src/report-data.js';

/** Costs along the curves of an example: 10 for every error, and answers that get dearer. */
export function withCosts(data: ReportData): ReportData {
  const line = (values: readonly number[]) => {
    const spent = data.grid.map((rate) => 0.1 + 0.5 * rate + 0.4 * rate * rate);
    return { spent, values: values.map((value, k) => 10 - value / 10 + spent[k]) };
  };
  const curves: CostCurves = {
    methods: data.methods.map(({ name, values, lower, upper }) => ({
      name,
      ...line(values),
      ...(lower && upper && { lower: line(upper).values, upper: line(lower).values }),
    })),
    random: line(data.random.values),
    oracle: line(data.oracle.values),
    spendingDiffers: true,
  };
  const [start] = curves.random.values;
  const rows = [{ label: 'model alone', rate: 0, cost: start, value: data.random.values[0] }];
  return { ...data, costs: { rows, notes: [], curves } };
}
