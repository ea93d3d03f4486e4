import { fitFeatures } from '../features/fit-spec.js';
import { inputOf } from '../features/input.js';
import type { FeatureSpec } from '../features/spec.js';
import { scoreRows } from '../scorer/runner.js';
import type { Combine, Scorer } from '../scorer/scorer.js';
import type { Table } from '../table/table.js';
import { fitLinearScorer } from '../train/linear-scorer.js';
import type { Objective } from '../train/objective.js';
import { train } from '../train/train.js';
import { insistOnFitOptions } from './fit-options.js';
import type { Density, FitOptions, Fitted } from './method.js';

/** What every trained method does once it knows its objective: features, network(s), scorer. */
export function fitNetwork(
  table: Table,
  objective: Objective,
  options: FitOptions,
  combine: Combine,
  density?: Density,
): Fitted {
  const { features, input } = fitFeatures(table, options.features);
  const weighed = perUnitOfWeight(objective, table.weight);
  if (options.scorer === 'linear') {
    const clusters = table.cluster?.index;
    const network = fitLinearScorer({ input, features, objective: weighed, clusters });
    return fittedScorer(
      { features, networks: [network], head: objective.partial.head, combine },
      density,
    );
  }
  insistOnFitOptions(options, 'training');
  const members = options.members ?? 1;
  const seed = options.seed ?? 0;
  const networks = Array.from({ length: members }, (_, k) =>
    train(
      { input, features, objective: weighed },
      {
        ...options,
        // Members take seeds far apart, so that neighbouring seeds don't share networks.
        seed: seed + k * 1_000_003,
        onProgress:
          options.onProgress &&
          ((progress) => options.onProgress!({ ...progress, done: (k + progress.done) / members })),
      },
    ),
  );
  return fittedScorer({ features, networks, head: objective.partial.head, combine }, density);
}

/**
 * The loss is a mean over rows; with weights it must be a mean over their mass. Otherwise their unit
 * (per mille, people per answer) would set how much weight decay counts against the data.
 */
function perUnitOfWeight(objective: Objective, weight: ArrayLike<number> | undefined): Objective {
  if (!weight) return objective;
  let mass = 0;
  for (let i = 0; i < weight.length; i++) mass += weight[i];
  if (!(mass > 0)) return objective; // refused by training: no row carries a signal
  const scale = weight.length / mass;
  return {
    ...objective,
    plus: objective.plus.map((value) => value * scale),
    minus: objective.minus.map((value) => value * scale),
  };
}

export function fittedScorer(scorer: Scorer, density?: Density): Fitted {
  return {
    scorer,
    ...(density && { density }),
    score: (table) => scoreRows(scorer, inputOf(table, scorer.features)),
  };
}

/** A scorer without networks needs only to know the classes. */
export function bareFeatures(table: Table): FeatureSpec {
  return { kind: 'paper', classes: table.classes.length, columns: [] };
}
