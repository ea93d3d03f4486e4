// Which method, and does it beat thresholding the model's confidence? A comparison on rows that
// nothing was fitted on, and the report that goes with it.   node examples/compare-methods.js [folder]
import { compare, splitTable, tableFromArrays, toResults, writeReport } from 'cede';
import { classes, column, tickets } from './data/tickets.js';

const rows = tickets(4000, 1);
const table = tableFromArrays({
  classes,
  ...{ label: column(rows, 'label'), model: column(rows, 'model') },
  ...{ expert: column(rows, 'agent'), expertName: 'agent' },
});

// The method and the rate of the headline are settled before the test rows are looked at; without
// `rate`, the fitting rows choose it. More seeds say how much is luck of the training (default 11).
const comparison = await compare(splitTable(table), {
  methods: ['conf', 'linear', 'drcpe-zeroone'],
  method: 'drcpe-zeroone',
  rate: 0.2,
  seeds: 3,
  training: { epochs: 30 },
});

const { rates, methods } = toResults(comparison); // results.json: values in percent
const at = rates.indexOf(0.2);
for (const [name, { mean, std }] of Object.entries(methods))
  console.log(`${name}: ${mean[at].toFixed(1)} % right (± ${std[at].toFixed(1)} over seeds)`);

// Claims come with intervals, over rows and seeds. One that holds 0 is "no clear difference".
const { gain, overConfidence } = comparison.headline;
const points = ({ estimate, lower, upper }) => {
  const [best, from, to] = [estimate, lower, upper].map((share) => (100 * share).toFixed(1));
  return `${best} points (${from} to ${to})`;
};
console.log(`over the model alone: ${points(gain)}`);
console.log(`over the same share by the model's confidence: ${points(overConfidence.difference)}`);

const [folder] = process.argv.slice(2);
if (folder) await writeReport(folder, comparison); // report.html, results.json, figures, tables
