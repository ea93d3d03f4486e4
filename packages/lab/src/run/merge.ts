import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, optionText } from '@cede/core';
import { lockFolder } from '@cede/run/node';
import {
  claimFolder,
  keepTables,
  type LabFolder,
  readFolder,
  studyDifferences,
} from '../folder/folder.js';
import { type Preset, pairSeeds } from '../preset/preset.js';
import { drawFolder, type LabRun } from './draw-folder.js';
import { mergeKernels } from './kernel-note.js';

/**
 * Pairs of networks that were trained apart, in one folder: the same as if one machine had trained
 * them all. Scorers that a part has are taken, and only what is missing is fitted.
 */
export async function mergeFolders(
  parts: readonly string[],
  out: string,
  run: LabRun,
): Promise<string> {
  const read = await Promise.all(parts.map(readFolder));
  const preset = mergedPreset(read, parts);
  const lock = await lockFolder(out, optionText('out', out));
  try {
    await claimFolder(out, preset);
    for (const part of ['tables', 'networks']) await mkdir(join(out, part), { recursive: true });
    for (const part of parts) {
      await copyInto(join(part, 'cells'), join(out, 'cells'));
      await copyInto(join(part, 'networks'), join(out, 'networks'));
    }
    const builds = await mergeKernels(parts, out);
    if (builds) run.tell?.([builds]);
    const pairs = read.flatMap((each) => each.pairs).sort((a, b) => a.seed - b.seed);
    const facts = read.flatMap((each) => each.facts);
    await keepTables(out, { preset, pairs, facts });
    return await drawFolder(out, run, true);
  } finally {
    await lock.release();
  }
}

/** One preset that has all pairs, or a refusal that says what differs. */
function mergedPreset(read: readonly LabFolder[], parts: readonly string[]): Preset {
  const [first] = read;
  for (const [k, { preset }] of read.entries()) {
    const differences = studyDifferences(first.preset, preset);
    if (differences)
      throw new InputError(
        `${parts[k]}: holds another study than ${parts[0]}. These differ: ${differences}. Only pairs of one study can be merged.`,
      );
  }
  const seeds = read.flatMap(({ preset }) => pairSeeds(preset)).sort((a, b) => a - b);
  const again = seeds.find((seed, k) => seeds[k - 1] === seed);
  if (again !== undefined)
    throw new InputError(
      `the networks of seed ${again} are in more than one of ${parts.join(', ')}. Leave one of these folders out.`,
    );
  const gap = seeds.find((seed, k) => k > 0 && seed !== seeds[k - 1] + 1);
  if (gap !== undefined)
    throw new InputError(
      `networks of seed ${gap - 1} are missing between the others. Train them too: ${optionText('networkSeeds', `${gap - 1}..${gap - 1}`)}`,
    );
  const { firstNetworkSeed: _, ...preset } = first.preset;
  return {
    ...preset,
    networkSeeds: seeds.length,
    ...(seeds[0] !== preset.seed && { firstNetworkSeed: seeds[0] }),
  };
}

async function copyInto(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from).catch(() => []))
    await cp(join(from, name), join(to, name), { recursive: true, force: false });
}
