import { ownColumns } from '../features/blocks.js';
import type { FeatureValue } from '../features/values.js';
import { createDecider, type Decision } from './decide.js';
import { parsePolicy } from './parse.js';
import type { Policy } from './policy.js';
import { printPolicy } from './print.js';

/** One case as a standalone decider takes it. */
export interface StandaloneCase {
  /** The model's probabilities, in the order of the policy's classes. */
  readonly probabilities?: readonly number[];
  /** By the name of their column: numbers, levels of categories, lists, null where missing. */
  readonly features?: Readonly<Record<string, FeatureValue>>;
  readonly group?: string;
}

/**
 * What is inside a standalone file, joined with the rest of core at build time: no imports, no Node,
 * nothing of a browser.
 */
export function standaloneDecider(text: string) {
  const policy = parsePolicy(text);
  const { decide } = createDecider(policy);
  const { id, classes, experts, threshold } = policy;
  const { features: spec } = policy.scorer;
  const names = [...ownColumns(spec), ...(spec.blocks ?? [])].map(({ name }) => name);
  return {
    policy: { id, revision: threshold.revision, classes, experts, features: names },
    decide({ probabilities = [], features = {}, group }: StandaloneCase): Decision {
      const values = names.map((name) => {
        // Absent is not the same as null: a misspelt name must not pass for a missing value.
        if (!Object.hasOwn(features, name))
          throw new Error(`decide: the feature ${name} is missing.`);
        return features[name];
      });
      return decide(probabilities, values, undefined, group);
    },
  };
}

/**
 * A policy as one JavaScript file without imports: a module, or CommonJS. `script` defines `cedeEdge`,
 * which holds {@link standaloneDecider}.
 */
export function standaloneFile(policy: Policy, script: string, form: 'module' | 'common'): string {
  const { id, threshold, method } = policy;
  return [
    `// cede policy ${id}, revision ${threshold.revision}: ${method}. Written by cede export; no dependencies.`,
    '//   decide({ probabilities: [0.7, 0.2, 0.1], features: { f_x: 1 } })  →  { route, defer, score, … }',
    script.trimEnd(),
    `const made = cedeEdge.standaloneDecider(${JSON.stringify(printPolicy(policy).trim())});`,
    form === 'common'
      ? 'module.exports = { decide: made.decide, policy: made.policy };'
      : 'export const decide = made.decide;\nexport const policy = made.policy;',
    '',
  ].join('\n');
}
