import { join } from 'node:path';
import { type Adjustments, adjustPreset } from '../preset/adjust.js';
import { readPreset } from '../preset/read.js';
import { drawAll } from './draw-all.js';
import type { LabRun } from './draw-folder.js';
import { type RunPresetAsk, runPreset } from './run-preset.js';

/** A list of presets, each in a folder of its own beneath `out`. */
export type RunAllAsk = Omit<RunPresetAsk, 'source' | 'networks'> & {
  readonly names: readonly string[];
  readonly adjustments?: Adjustments;
  /** Told which preset begins, as one of so many. */
  readonly onPreset?: (name: string, place: number, of: number) => void;
};

/**
 * One preset after the other; the networks of an earlier one are taken where they are the same. A
 * misspelt name is refused before the first network is trained.
 */
export async function runAll(ask: RunAllAsk, run: LabRun): Promise<string[]> {
  const { names, out, adjustments = {}, onPreset, ...rest } = ask;
  const presets = await Promise.all(
    names.map(async (source) => ({
      source,
      preset: adjustPreset(await readPreset(source), adjustments),
    })),
  );
  const folders: string[] = [];
  for (const [k, { source, preset }] of presets.entries()) {
    onPreset?.(preset.name, k + 1, presets.length);
    const folder = join(out, preset.name);
    const lender = presets
      .slice(0, k)
      .findLast((earlier) => preset.name.startsWith(`${earlier.preset.name}-`));
    await runPreset(
      preset,
      { ...rest, source, out: folder, ...(lender && { networks: join(out, lender.preset.name) }) },
      run,
    );
    folders.push(folder);
  }
  await drawAll(out, folders, run);
  return folders;
}
