import { existsSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, optionText, type Table } from '@cede/core';
import { npzBytes, readTableFrom } from '@cede/data';
import { readTable } from '@cede/data/node';
import { writeOutput } from '@cede/run/node';
import { networkName, type Preset, pairSeeds } from '../preset/preset.js';
import { parsePreset } from '../preset/read.js';

/** What a lab run keeps besides its cells: the preset, and the prediction tables as NPZ files. */
export interface LabFolder {
  readonly preset: Preset;
  readonly pairs: readonly { readonly seed: number; readonly fit: Table; readonly test: Table }[];
  /** Facts about the networks, for the report. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

const presetFile = (dir: string) => join(dir, 'preset.json');
const tableFile = (dir: string, seed: number, side: 'fit' | 'test') =>
  join(dir, 'tables', `${seed}-${side}.npz`);

/** What makes two runs one study: everything but which pairs, and what a title says was not verified. */
function studyOf({ title, networkSeeds, firstNetworkSeed, ...rest }: Preset) {
  return new Map(Object.entries(rest).map(([key, value]) => [key, JSON.stringify(value)]));
}

/** What of two presets differs, as `seed 1 and 7, methods`; empty where both are one study. */
export function studyDifferences(one: Preset, other: Preset): string {
  const [first, second] = [studyOf(one), studyOf(other)];
  const value = (study: ReadonlyMap<string, string>, key: string) => study.get(key) ?? 'not given';
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((key) => first.get(key) !== second.get(key))
    .map((key) => {
      const pair = `${value(first, key)} and ${value(second, key)}`;
      return pair.length <= 60 ? `${key} ${pair}` : key;
    })
    .join(', ');
}

/**
 * A folder belongs to one preset: tables of another would be drawn together with its own. More or
 * fewer pairs of networks are the same study; so is a title, which says what was not verified.
 */
export async function claimFolder(dir: string, preset: Preset): Promise<void> {
  const text = await readFile(presetFile(dir), 'utf8').catch(() => undefined);
  if (text !== undefined) {
    const found = parsePreset(text, presetFile(dir));
    const differences = studyDifferences(found, preset);
    if (differences)
      throw new InputError(
        `${dir}: holds another run. These differ (there, and asked for): ${differences}. Give another ${optionText('out')}; with ${optionText('networks', dir)} it takes the networks that both have in common.`,
      );
  } else if (existsSync(join(dir, 'results.json'))) {
    throw new InputError(
      `${dir}: holds results that no lab run made (cede compare, perhaps), which this one would replace. Give another ${optionText('out')}.`,
    );
  }
  await writeOutput(presetFile(dir), `${JSON.stringify(preset, null, 2)}\n`);
}

export async function keepTables(dir: string, { preset, pairs, facts }: LabFolder): Promise<void> {
  for (const { seed, fit, test } of pairs) {
    await writeOutput(tableFile(dir, seed, 'fit'), npzBytes(fit));
    await writeOutput(tableFile(dir, seed, 'test'), npzBytes(test));
  }
  await writeOutput(presetFile(dir), `${JSON.stringify(preset, null, 2)}\n`);
  await writeOutput(join(dir, 'networks.json'), `${JSON.stringify(facts, null, 2)}\n`);
}

/** A table as it will be read back from the folder. */
export const tableAsRead = (table: Table, preset: Preset): Promise<Table> =>
  readTableFrom(npzBytes(table), 'table.npz', { expert: expertAsRead(preset) });

/** An NPZ file has no place for an expert's name; the preset knows it. */
const expertAsRead = (preset: Preset) => `${networkName(preset, 'expert')}=expert`;

/** Reads them back: `table` and `figures` need neither images nor networks. */
export async function readFolder(dir: string): Promise<LabFolder> {
  let preset: Preset;
  let facts: LabFolder['facts'];
  try {
    preset = parsePreset(await readFile(presetFile(dir), 'utf8'), presetFile(dir));
    facts = JSON.parse(await readFile(join(dir, 'networks.json'), 'utf8'));
    for (const seed of pairSeeds(preset)) await access(tableFile(dir, seed, 'test'));
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(
      `${dir}: holds no finished lab run (no preset.json with its tables). Run a preset there: ${optionText('out', dir)}`,
    );
  }
  const expert = expertAsRead(preset);
  const read = (seed: number, side: 'fit' | 'test') =>
    readTable(tableFile(dir, seed, side), { expert });
  // Only the preset's own pairs, whatever else lies there.
  const pairs = await Promise.all(
    pairSeeds(preset).map(async (seed) => ({
      seed,
      fit: await read(seed, 'fit'),
      test: await read(seed, 'test'),
    })),
  );
  return { preset, facts, pairs };
}
