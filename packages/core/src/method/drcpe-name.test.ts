import fc from 'fast-check';
import { expect, it } from 'vitest';
import { divergenceNamed } from '../ideal/registry.js';
import { type DrcpeSpec, parseDrcpe, printDrcpe } from './drcpe-name.js';

const gamma = fc.oneof(
  fc.constantFrom(0, 0.5, 1, Infinity, 1e-7, 2.5e-12, 1e21, 123456),
  fc.double({ min: 0, max: 100, noNaN: true }),
);
const divergence = fc.oneof(
  fc.constantFrom('kl', 'chi2', 'hellinger', 'js', 'alpha2', 'alpha0.5'),
  fc
    .double({ min: 1e-9, max: 50, noNaN: true })
    .filter((a) => a !== 1)
    .map((a) => divergenceNamed(`alpha${a.toFixed(12)}`).name),
);

it('every combination prints to a name that parses back to it', () => {
  fc.assert(
    fc.property(
      fc.record({
        marginal: fc.boolean(),
        loss: fc.constantFrom('zeroone', 'top5', 'top17', 'prob01', 'gce', 'xent', 'cost', 'given'),
        ratio: fc.constantFrom('squared', 'logistic', 'lsif', 'kliep'),
        divergence,
        gamma,
        gammaExpert: gamma,
      }) as fc.Arbitrary<DrcpeSpec>,
      (spec) => {
        const name = printDrcpe(spec);
        expect(parseDrcpe(name)).toEqual(spec);
        expect(printDrcpe(parseDrcpe(name))).toBe(name);
      },
    ),
    { numRuns: 500 },
  );
});

it.each([
  ['drcpe-gce-squared-kl-g0.5', 'drcpe-gce'],
  ['drcpe-gce-g.5', 'drcpe-gce'],
  ['drcpe-gce-g0.5:0.5', 'drcpe-gce'],
  ['drcpe-zeroone-g1', 'drcpe-zeroone-g1'],
  ['drcpe-zeroone-g1.0', 'drcpe-zeroone-g1'],
  ['drcpe-gce-lsif', 'drcpe-gce-lsif'],
  ['drcpe-gce-g1:1', 'drcpe-gce-g1'],
  ['drcpe-gce-g0.5:1', 'drcpe-gce-g0.5:1'],
  ['drcpe-gce-alpha2.0', 'drcpe-gce-alpha2'],
  ['drcpe-gce-g0.0000001', 'drcpe-gce-g0.0000001'],
  ['drcpe-marginal-top3-logistic-ginf', 'drcpe-marginal-top3-logistic-ginf'],
])('%s is canonically %s', (given, canonical) => {
  expect(printDrcpe(parseDrcpe(given))).toBe(canonical);
});
