// What `cede decide` of a single row takes, start of the process included, beside a Node that does
// nothing:   npm run bench:decide-once [-- --runs 20] [-- --json]
// CPU time (user and system) as the shell counts it: what is loaded at the start decides it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fitPolicy, printPolicy, stream, tableFromArrays } from '@cede/core';
import { median, noise, round, show } from './measure.js';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '20' }, json: { type: 'boolean' } },
});
const CLASSES = 10;
const cli = fileURLToPath(new URL('../packages/cli/bin/cede.js', import.meta.url));
const random = stream(5, 'decide once');

function probabilities() {
  const row = Array.from({ length: CLASSES }, () => random.uniform() ** 6 + 1e-5);
  const sum = row.reduce((a, b) => a + b, 0);
  return row.map((value) => value / sum);
}

/** CPU seconds of one process, by the shell. */
function cpuSeconds(words, input) {
  const line = ['TIMEFORMAT="%U %S"; time "$0" "$@" >/dev/null', process.execPath, ...words];
  const { status, stderr } = spawnSync('bash', ['-c', ...line], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return user + system;
}

const folder = mkdtempSync(join(tmpdir(), 'cede-decide-once-'));
try {
  const label = Array.from({ length: 500 }, () => random.below(CLASSES));
  const table = tableFromArrays({
    label,
    model: label.map(probabilities),
    expert: label.map(probabilities),
  });
  const policy = join(folder, 'policy.json');
  writeFileSync(policy, printPolicy(fitPolicy(table, { method: 'drcpe-gce', epochs: 5 })));
  const names = probabilities().map((value, k) => [`model_p_${k}`, value]);
  const row = `${JSON.stringify(Object.fromEntries(names))}\n`;
  const cases = {
    'cede decide, one row': () => cpuSeconds([cli, 'decide', policy], row),
    'cede --version': () => cpuSeconds([cli, '--version']),
    'node -e 0': () => cpuSeconds(['-e', '0']),
  };
  const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let run = 0; run < Number(values.runs); run++)
    for (const [name, measure] of Object.entries(cases)) times[name].push(measure());
  const results = Object.entries(times).map(([process, seconds]) => ({
    process,
    'CPU seconds': round(median(seconds), 3),
    noise: round(noise(seconds)),
  }));
  show(`Whole processes, medians of ${values.runs}`, results, { bench: 'decide-once', results });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
