// From past rows to a policy file with a promise in it, and back from the file to decisions.
//   node examples/certify-and-deploy.js
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  certify,
  createDecider,
  evaluate,
  fit,
  readPolicy,
  splitTable,
  tableFromArrays,
  writePolicy,
} from 'cede';
import { classes, column, tickets } from './data/tickets.js';

const tableOf = (rows) =>
  tableFromArrays({
    classes,
    ...{ id: column(rows, 'id'), label: column(rows, 'label'), model: column(rows, 'model') },
    ...{ expert: column(rows, 'agent'), expertName: 'agent' },
  });

// A promise is only worth something on rows that neither fitted nor chose anything.
const { fit: past, test: unseen } = splitTable(tableOf(tickets(6000, 1)));
const { policy } = await fit(past, { method: 'drcpe-zeroone', modelVersion: 'sorter-7' });

// 95 % sure: at most 45 % handed over, and at least 8 points more right than the model alone.
const promises = { maxRate: 0.45, minGain: 0.08 };
const certified = certify(policy, unseen, promises);
const [{ certificate }] = certified.certificates;
// "No threshold qualifies" is an answer: the policy is then as it was, so look before deploying.
if (!certified.feasible)
  throw new Error(`no such threshold; rows that would do: ${certificate.rowsNeeded}`);
console.log(`certified on ${certificate.rows} rows by an ${certificate.test} test`);

// The file is all that production needs. It has a checksum and is written whole or not at all.
const folder = await mkdtemp(join(tmpdir(), 'cede-example-'));
await writePolicy(join(folder, 'policy.json'), certified.policy);
const deployed = await readPolicy(join(folder, 'policy.json'));
await rm(folder, { recursive: true });
const { decide } = createDecider(deployed);
console.log(`model ${deployed.modelVersion}, unclear ticket → ${decide([0.4, 0.25, 0.35]).route}`);

// Later, with new rows: did it keep the promise? `drifted` says when the rate is off.
const { outcome, certificates } = evaluate(deployed, tableOf(tickets(3000, 2)));
const percent = (share) => `${(100 * share).toFixed(1)} %`;
console.log(`handed over ${percent(outcome.rate)}, gain ${percent(outcome.gain)}`);
console.log(`drifted: ${outcome.drifted}; certificates looked at: ${certificates.length}`);
