import type { Fact } from '@cede/report';
import { findDataset } from '../dataset/registry.js';
import type { Preset } from '../preset/preset.js';
import { listPresets } from '../preset/registry.js';

/** The report's "How this was made": a command that makes the same run again, and what it needs. */
export function making(
  preset: Preset,
  facts: readonly Fact[],
  severalPairs: readonly { readonly seed: number }[],
): { command: string; facts: Fact[] } {
  const known = listPresets().find(({ name }) => name === preset.name);
  const named = known && sameRun(known, preset);
  const words = [
    'cede lab run',
    named ? preset.name : 'preset.json',
    ...(named && known.networkSeeds !== preset.networkSeeds
      ? [`--network-seeds ${preset.networkSeeds}`]
      : []),
    ...(findDataset(preset.dataset).official ? ['--data data'] : []),
    ...(preset.title.includes('(unverified)') ? ['--unverified'] : []),
    `--out ${preset.name}`,
  ];
  return {
    command: words.join(' '),
    facts: [
      ...(named ? [] : [{ name: 'preset.json', value: 'in the folder of this report' }]),
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

/** A run may have more pairs than its preset asks for, and its title says what was not verified. */
function sameRun(known: Preset, run: Preset): boolean {
  const { networkSeeds, title } = run;
  return JSON.stringify({ ...known, networkSeeds, title }) === JSON.stringify(run);
}
