import { readFile } from 'node:fs/promises';
import { type Policy, printPolicy } from '@cede/core';

/** Core's decider as one script that defines `cedeEdge`; made by scripts/bundle.js. */
const BUNDLE = new URL('../edge-decider.txt', import.meta.url);

/** A policy as one JavaScript file without imports: a module, or CommonJS for a name in `.cjs`. */
export async function policyToJavaScript(policy: Policy, file: string): Promise<string> {
  const script = await readFile(BUNDLE, 'utf8');
  const { id, threshold, method } = policy;
  const common = file.endsWith('.cjs');
  return [
    `// cede policy ${id}, revision ${threshold.revision}: ${method}. Written by cede export --js; no dependencies.`,
    `//   decide({ probabilities: [0.7, 0.2, 0.1], features: { f_x: 1 } })  →  { route, defer, score, … }`,
    script.trimEnd(),
    `const made = cedeEdge.edgeDecider(${JSON.stringify(printPolicy(policy).trim())});`,
    common
      ? 'module.exports = { decide: made.decide, policy: made.policy };'
      : 'export const decide = made.decide;\nexport const policy = made.policy;',
    '',
  ].join('\n');
}
