import { insist } from '@cede/core';
import type { Preset, SplitRule, TrainingSpec } from './preset.js';

/** What a run may change of a preset without a file of its own. */
export interface Adjustments {
  /** Of both networks; warm-up and milestones move in proportion. */
  readonly epochs?: number;
  /** Scorers a method. */
  readonly seeds?: number;
  /** Which pairs of networks: so many from the preset's seed, or the seeds from one to another. */
  readonly networkSeeds?: number | readonly [first: number, last: number];
  readonly splitSeed?: number;
  readonly split?: SplitRule;
}

/** The preset with these changes. A schedule that is not the preset's is said in the title. */
export function adjustPreset(preset: Preset, changes: Adjustments): Preset {
  const { epochs, seeds, networkSeeds, splitSeed, split } = changes;
  const shorter =
    epochs !== undefined && epochs !== preset.training.epochs
      ? { title: `${preset.title}, ${epochs} epochs`, ...rescheduled(preset, epochs) }
      : {};
  return {
    ...preset,
    ...shorter,
    ...(seeds !== undefined && { seeds }),
    ...(networkSeeds !== undefined && pairsOf(networkSeeds)),
    ...(splitSeed !== undefined && splitSeed !== preset.seed && { splitSeed }),
    ...(split === 'first' && { split }),
  };
}

function pairsOf(
  networkSeeds: NonNullable<Adjustments['networkSeeds']>,
): Pick<Preset, 'networkSeeds' | 'firstNetworkSeed'> {
  if (typeof networkSeeds === 'number') return { networkSeeds };
  const [first, last] = networkSeeds;
  insist(
    first <= last,
    () => `network seeds ${first}..${last}: the first must not be above the last.`,
  );
  return { firstNetworkSeed: first, networkSeeds: last - first + 1 };
}

/** Both schedules cut or stretched by the same factor. */
function rescheduled({ training, model, expert }: Preset, epochs: number) {
  const factor = epochs / training.epochs;
  const at = (epoch: number) => Math.round(epoch * factor);
  const scaled = <Spec extends Partial<TrainingSpec>>(spec: Spec): Spec => ({
    ...spec,
    ...(spec.epochs !== undefined && { epochs: Math.max(1, at(spec.epochs)) }),
    ...(spec.warmupEpochs !== undefined && { warmupEpochs: at(spec.warmupEpochs) }),
    ...(spec.milestones && {
      milestones: [...new Set(spec.milestones.map(at))].filter((epoch) => epoch >= 1),
    }),
  });
  const network = (spec: Preset['model']): Preset['model'] =>
    spec.training ? { ...spec, training: scaled(spec.training) } : spec;
  return { training: scaled(training), model: network(model), expert: network(expert) };
}
