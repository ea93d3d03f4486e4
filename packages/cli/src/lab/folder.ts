import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, type Table } from '@cede/core';
import { npzBytes } from '@cede/data';
import { readTable } from '@cede/data/node';
import { networkName, type Preset, parsePreset } from '@cede/lab';
import { write } from '../files.js';

/** What a lab run keeps besides its cells: the preset, and the prediction tables as NPZ files. */
export interface LabFolder {
  readonly preset: Preset;
  readonly pairs: readonly { readonly seed: number; readonly fit: Table; readonly test: Table }[];
  /** Facts about the networks, for the report. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

export async function keepTables(dir: string, { preset, pairs, facts }: LabFolder): Promise<void> {
  for (const { seed, fit, test } of pairs) {
    await write(join(dir, 'tables', `${seed}-fit.npz`), npzBytes(fit));
    await write(join(dir, 'tables', `${seed}-test.npz`), npzBytes(test));
  }
  await write(join(dir, 'preset.json'), `${JSON.stringify(preset, null, 2)}\n`);
  await write(join(dir, 'networks.json'), `${JSON.stringify(facts, null, 2)}\n`);
}

/** Reads them back: `table` and `figures` need neither images nor networks. */
export async function readFolder(dir: string): Promise<LabFolder> {
  let preset: Preset;
  let facts: LabFolder['facts'];
  let seeds: number[];
  try {
    preset = parsePreset(
      await readFile(join(dir, 'preset.json'), 'utf8'),
      join(dir, 'preset.json'),
    );
    facts = JSON.parse(await readFile(join(dir, 'networks.json'), 'utf8'));
    seeds = (await readdir(join(dir, 'tables')))
      .flatMap((name) => /^(\d+)-test\.npz$/.exec(name)?.slice(1).map(Number) ?? [])
      .sort((a, b) => a - b);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(
      `${dir}: holds no finished lab run (no preset.json with its tables). Run: cede lab run PRESET --out ${dir}`,
    );
  }
  // An NPZ file has no place for an expert's name; the preset knows it.
  const expert = `${networkName(preset, 'expert')}=expert`;
  const read = (seed: number, side: string) =>
    readTable(join(dir, 'tables', `${seed}-${side}.npz`), { expert });
  const pairs = await Promise.all(
    seeds.map(async (seed) => ({
      seed,
      fit: await read(seed, 'fit'),
      test: await read(seed, 'test'),
    })),
  );
  return { preset, facts, pairs };
}
