import {
  createDecider,
  type Decision,
  type FeatureValue,
  ownColumns,
  parsePolicy,
} from '@cede/core';

/** One case as a file of `cede export --js` takes it. */
export interface EdgeCase {
  /** The model's probabilities, in the order of the policy's classes. */
  readonly probabilities?: readonly number[];
  /** By the name of their column: numbers, levels of categories, lists, null where missing. */
  readonly features?: Readonly<Record<string, FeatureValue>>;
  readonly group?: string;
}

/**
 * What is inside such a file, joined with core at build time (scripts/bundle.js): no imports, no
 * Node, nothing of a browser.
 */
export function edgeDecider(text: string) {
  const policy = parsePolicy(text);
  const { decide } = createDecider(policy);
  const { id, classes, experts, threshold } = policy;
  const { features: spec } = policy.scorer;
  const names = [...ownColumns(spec), ...(spec.blocks ?? [])].map(({ name }) => name);
  return {
    policy: { id, revision: threshold.revision, classes, experts, features: names },
    decide({ probabilities = [], features = {}, group }: EdgeCase): Decision {
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
