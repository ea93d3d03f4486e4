import { InputError } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { exampleData } from '../test/example.js';
import type { ReportData } from './report-data.js';
import { validateReportData } from './validate.js';

const good = exampleData({ rows: 200, stops: 11 });
const first = good.methods[0];
const broken = (method: object): ReportData => ({
  ...good,
  methods: [{ ...first, ...method }, ...good.methods.slice(1)],
});

describe('validateReportData', () => {
  it('accepts what JSON can carry', () => {
    validateReportData(JSON.parse(JSON.stringify(good)));
  });

  it('takes one more stop in details where the finding lies between two of the grid', () => {
    const at = { atFinding: { value: 80 } };
    const scores = { edges: [0, 1], cases: [1], cutCases: [] };
    const along = Array.from({ length: 12 }, () => 0);
    const data = {
      ...good,
      finding: { ...good.finding, rate: 0.25 },
      methods: good.methods.map((method) => ({ ...method, ...at })),
      random: { ...good.random, ...at },
      oracle: { ...good.oracle, ...at },
      details: [{ name: 'conf', scores: { ...scores, thresholds: along, cutBins: along } }],
    };
    validateReportData(data);
  });

  it.each<[string, ReportData, RegExp]>([
    ['a short curve', broken({ values: [1] }), /conf\.values has 1 entries but grid has 11/],
    ['a missing mark', broken({ marks: [] }), /conf\.marks has 0 entries but rates has 5/],
    ['half a band', broken({ upper: undefined }), /conf has one end of its band only/],
    ['NaN on a curve', broken({ values: first.values.map(() => NaN) }), /conf\.values\[0\] is NaN/],
    ['no methods', { ...good, methods: [] }, /there are no methods/],
    ['a name twice', { ...good, methods: [first, ...good.methods] }, /names repeat/],
    [
      'a finding about nobody',
      { ...good, finding: { ...good.finding, method: 'x' } },
      /about x, which is not among/,
    ],
    ['a grid that descends', { ...good, grid: [...good.grid].reverse() }, /must ascend/],
    ['too fine a grid', { ...good, grid: new Array(202).fill(0) }, /202 rates; give 2 to 201/],
    ['too few cases', { ...good, cases: [] }, /cases has 0 entries/],
    [
      'details that stop too early',
      {
        ...good,
        details: [
          { name: 'conf', groups: [{ rate: [0], value: [], gain: [], lower: [], upper: [] }] },
        ],
      },
      /details of conf, rate, has 1 entries for 11 stops/,
    ],
    [
      'a histogram without its last edge',
      { ...good, histogram: { ...good.histogram!, edges: [0] } },
      /1 edges for 40 kept/,
    ],
  ])('refuses %s', (_, data, message) => {
    expect(() => validateReportData(data)).toThrow(InputError);
    expect(() => validateReportData(data)).toThrow(message);
  });
});
