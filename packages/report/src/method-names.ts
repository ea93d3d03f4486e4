import { spokenMethod } from '@cede/core';

/** What people read; the short names stay for options, files and code. */
const NAMES: Readonly<Record<string, string>> = {
  auto: 'Automatic choice',
  conf: 'Model confidence',
  'conf-calibrated': 'Calibrated confidence',
  linear: 'Linear comparison',
  ridge: 'Ridge comparison',
  'ridge-embedding': 'Ridge on the embedding',
  logistic: 'Two logistic regressions',
  'drcpe-auto': 'Density ratio (chosen)',
  boosting: 'Boosted trees',
  diff01: 'Predicted difference',
  maxprob: 'Confidence difference',
  'two-stage': 'Two-stage',
  reject: 'Learned rejection',
  random: 'Random',
  oracle: 'Perfect hindsight',
};

const LOSSES: Readonly<Record<string, string>> = {
  zeroone: '0–1 loss',
  top5: 'top-5 loss',
  prob01: 'probability loss',
  gce: 'GCE loss',
  xent: 'cross-entropy',
  cost: 'cost matrix',
  given: "the table's loss",
};

/** What may stand behind a name. */
const VARIANTS: Readonly<Record<string, string>> = {
  linear: 'straight',
  full: 'all probabilities',
  calibrated: 'calibrated inputs',
  'linear-calibrated': 'calibrated inputs',
  'linear-full': 'all probabilities',
  'linear-full-calibrated': 'all probabilities, calibrated',
};

/** `ridge+linear-calibrated` is "Ridge comparison (calibrated inputs)"; a mix says of how many. */
export function displayName(name: string): string {
  const spoken = spokenMethod(name);
  if (spoken !== name) return spoken;
  const [method, ...variants] = name.split('+');
  const plain = plainName(method);
  if (variants.length === 0) return plain;
  const how = variants.map((token) => VARIANTS[token] ?? token).join(', ');
  return plain.endsWith(')') ? `${plain.slice(0, -1)}, ${how})` : `${plain} (${how})`;
}

/** `drcpe-gce-lsif-g1` is "Density ratio (GCE loss, lsif, γ 1)": whatever is not the default is said. */
function plainName(name: string): string {
  const known = NAMES[name];
  if (known !== undefined) return known;
  const [family, ...parts] = name.split('-');
  if (family !== 'drcpe') return name;
  const [first, ...rest] = parts[0] === 'marginal' ? [...parts.slice(1), 'marginal'] : parts;
  const loss = LOSSES[first] ?? first;
  const more = rest.map((part) => part.replace(/^g(?=[\d.]|inf)/, 'γ ').replace('inf', '∞'));
  return `Density ratio (${[loss, ...more].filter(Boolean).join(', ')})`;
}
