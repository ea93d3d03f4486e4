// Patients who come more than once, and a promise that must hold for children and for adults.
//   node examples/clinic.js
import { certify, evaluate, fit, tableFromArrays } from 'cede';
import { classes, visits } from './data/clinic.js';

// `cluster` says which rows belong together. Every question honours it: a split never cuts a patient
// in two, intervals draw patients and not visits, certificates count patients.
const table = (rows) =>
  tableFromArrays({
    classes,
    label: rows.map(({ label }) => label),
    model: rows.map(({ model }) => model),
    expert: rows.map(({ doctor }) => doctor),
    expertName: 'doctor',
    cluster: rows.map(({ patient }) => patient),
    group: rows.map(({ group }) => group),
  });

// Three sets of patients: to learn from, to test promises on, and to see what came of it.
const [past, unseen, later] = [1, 2, 3].map((seed) => table(visits(1500, seed)));
const { policy } = await fit(past, { method: 'drcpe-zeroone', setting: { rate: 0.3 } });

// At most 12 % of the answers wrong, with 95 % confidence, in each group: the worst one counts.
const promise = { maxError: 0.12 };
const common = certify(policy, unseen, promise, { groups: { column: 'group' } });
const [{ certificate }] = common.certificates;
console.log(`a threshold that keeps the promise exists: ${common.feasible} (${certificate.test})`);

// Every group may have a threshold of its own: then the easier group asks the doctor less often.
const own = certify(policy, unseen, promise, { groups: { column: 'group', thresholds: 'own' } });

const percent = (share) => `${(100 * share).toFixed(1)} %`;
for (const [name, certified] of Object.entries({ common, own })) {
  const { outcome, groups } = evaluate(certified.policy, later);
  console.log(`${name} threshold: asks in ${percent(outcome.rate)} of visits`);
  for (const group of groups.groups)
    console.log(
      `  ${group.name}: asked ${percent(group.rate)}, wrong ${percent(1 - group.value)} (model alone ${percent(1 - group.model)}), harmed: ${group.harmed}`,
    );
}
