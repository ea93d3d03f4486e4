import type { MethodResult, ReferenceResult, ReportData } from '../src/report-data.js';
import { exampleData } from './example.js';

/** The example's model with nobody to ask: what is wrong among the answers, by the share answered. */
export function exampleRejection(): ReportData {
  const data = exampleData({
    rows: 400,
    stops: 21,
    expert: 1, // who is turned away counts as right
    methods: [
      ['conf', 'confidence', 0.5],
      ['reject', 'drcpe', 0.2],
    ],
  });
  const grid = data.grid.slice(1);
  // At coverage c the values of rate 1 − c, from few answers to all of them.
  const risks = (values: readonly number[]) =>
    grid.map((coverage, k) => (100 - values[values.length - 2 - k]) / coverage);
  const line = <Line extends ReferenceResult>(one: Line): Line => ({
    ...one,
    mean: one.mean.map((value, k) => (100 - value) / (1 - data.rates[k])),
    std: one.std.map((value, k) => value / (1 - data.rates[k])),
    area: 100 - one.area,
    values: risks(one.values),
    avoided: [...one.avoided!].reverse().slice(1),
    caused: grid.map((coverage, k) => 400 * (1 - coverage) - one.avoided!.at(-2 - k)!),
  });
  const method = (one: MethodResult): MethodResult => {
    const ends = [risks(one.lower!), risks(one.upper!)];
    return {
      ...line(one),
      shareOfGap: null,
      upper: ends[0],
      lower: ends[1].map((v) => Math.max(v, 0)),
    };
  };
  const methods = data.methods.map(method);
  const at = grid.indexOf(0.8);
  const value = methods[1].values[at];
  const modelValue = 100 - data.finding.modelValue;
  return {
    ...data,
    target: {
      kind: 'accuracy',
      name: 'share of wrong answers',
      unit: '%',
      differenceUnit: 'points',
      higherIsBetter: false,
    },
    expert: { name: 'nobody', kind: 'nobody' },
    warnings: [],
    finding: {
      ...data.finding,
      method: 'reject',
      chosen: 'by --method',
      rate: 0.8,
      rateFrom: 'default',
      modelValue,
      value,
      gain: value - modelValue,
      lower: value - modelValue - 1,
      upper: value - modelValue + 1,
      rival: {
        method: 'conf',
        phrase: 'thresholding confidence',
        rate: 0.7,
        difference: { estimate: -2, lower: -3, upper: -1 },
      },
      deployed: { calibrationRows: 80, threshold: 0.1, rate: 0.78, value },
    },
    rates: data.rates.map((rate) => 1 - rate),
    grid,
    cases: grid.map((coverage) => 400 * coverage),
    methods,
    random: line(data.random),
    oracle: line(data.oracle),
    reviewsSaved: [],
    histogram: { ...data.histogram!, method: 'reject' },
    rejection: { augrc: { conf: 5, reject: 4, random: 7, oracle: 2 } },
  };
}
