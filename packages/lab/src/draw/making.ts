import type { Fact } from '@cede/report';
import { findDataset } from '../dataset/registry.js';
import { studyDifferences } from '../folder/folder.js';
import { adjustPreset } from '../preset/adjust.js';
import type { Preset } from '../preset/preset.js';
import { listPresets } from '../preset/registry.js';

/** The report's "How this was made": a command that makes the same run again, and what it needs. */
export function making(
  preset: Preset,
  facts: readonly Fact[],
  severalPairs: readonly { readonly seed: number }[],
): { command: string; facts: Fact[] } {
  const known = listPresets().find(({ name }) => name === preset.name);
  const flags = known && adjustingFlags(known, preset);
  const words = [
    'cede lab run',
    flags ? preset.name : 'preset.json',
    ...(flags ?? []),
    ...(findDataset(preset.dataset).official ? ['--data data'] : []),
    ...(preset.title.includes('(unverified)') ? ['--unverified'] : []),
    `--out ${preset.name}`,
  ];
  return {
    command: words.join(' '),
    facts: [
      ...(flags ? [] : [{ name: 'preset.json', value: 'in the folder of this report' }]),
      ...(severalPairs.length > 0 ? [pairsFact(preset, severalPairs)] : []),
      ...facts,
    ],
  };
}

function pairsFact({ seeds }: Preset, pairs: readonly { readonly seed: number }[]): Fact {
  return {
    name: 'pairs of networks',
    value: `${pairs.length} (seeds ${pairs.map(({ seed }) => seed).join(', ')}), each with ${seeds} scorers a method; every value is the mean over pairs × scorers, ± and bands are the deviation over both, and the interval draws test images, scorers and pairs again; results.json has each pair alone`,
  };
}

/** The options that make a run out of the preset of that name; null where it takes a file of its own. */
function adjustingFlags(known: Preset, run: Preset): string[] | null {
  const { networkSeeds, firstNetworkSeed: first, seeds, splitSeed, split, training } = run;
  const adjusted = adjustPreset(known, {
    epochs: training.epochs,
    seeds,
    splitSeed,
    split,
    networkSeeds: first === undefined ? networkSeeds : [first, first + networkSeeds - 1],
  });
  if (studyDifferences(adjusted, run)) return null;
  const flag = (name: string, value: unknown, preset: unknown) =>
    value === undefined || value === preset ? [] : [`--${name} ${value}`];
  return [
    ...flag('epochs', training.epochs, known.training.epochs),
    ...flag('seeds', seeds, known.seeds),
    ...(first === undefined
      ? flag('network-seeds', networkSeeds, known.networkSeeds)
      : [`--network-seeds ${first}..${first + networkSeeds - 1}`]),
    ...flag('split-seed', splitSeed, known.splitSeed),
    ...flag('split', split, known.split),
  ];
}
