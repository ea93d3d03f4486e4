import { readFile } from 'node:fs/promises';
import { duplicateKey, InputError, insist, insistOn, methodNamed } from '@cede/core';
import { datasetNames } from '../dataset/registry.js';
import { PAPER_TABLE } from '../paper/table.js';
import { type Preset, trainingOf } from './preset.js';
import { findPreset } from './registry.js';
import { PRESET } from './schema.js';

/** A preset by its name, or from a user's JSON file (anything that ends in `.json`). */
export async function readPreset(nameOrFile: string): Promise<Preset> {
  if (!nameOrFile.endsWith('.json')) return findPreset(nameOrFile);
  let text: string;
  try {
    text = await readFile(nameOrFile, 'utf8');
  } catch (error) {
    throw new InputError(`preset ${nameOrFile} can't be read: ${(error as Error).message}.`);
  }
  return parsePreset(text, nameOrFile);
}

export function parsePreset(text: string, name: string): Preset {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(`preset ${name} is not JSON: ${(error as Error).message}.`);
  }
  const twice = duplicateKey(text);
  insist(
    twice === undefined,
    () => `preset ${name}: has the key "${twice}" twice in one place. Keep one.`,
  );
  return checkPreset(value, name);
}

/** Returns the value as a preset, or refuses it with everything that is wrong, counted. */
export function checkPreset(value: unknown, name: string): Preset {
  insistOn(value, PRESET, `preset ${name}`);
  const preset = value as Preset;
  const { dataset } = preset;
  insist(
    datasetNames().includes(dataset),
    () =>
      `preset ${name}: dataset must be one of ${datasetNames().join(', ')}, found "${dataset}".`,
  );
  insistOnMethods(preset, name);
  insist(
    preset.paper === null || PAPER_TABLE.some((block) => block.preset === preset.paper),
    () =>
      `preset ${name}: paper must be null or one of ${PAPER_TABLE.map((block) => block.preset).join(', ')}, found "${preset.paper}".`,
  );
  for (const side of ['model', 'expert'] as const) insistOnSchedule(preset, side, name);
  return preset;
}

/** A misspelt method must not come to light when the networks are trained. */
function insistOnMethods({ methods }: Preset, name: string): void {
  const known = methods.map((method, k) => {
    try {
      return methodNamed(method).name;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw error.saying(`preset ${name}: methods[${k}]: ${error.message}`);
    }
  });
  const again = known.findIndex((method, k) => known.indexOf(method) < k);
  insist(
    again < 0,
    () =>
      `preset ${name}: methods[${known.indexOf(known[again])}] and methods[${again}] are both ${known[again]}; leave one out.`,
  );
  insist(
    known.some((method) => method !== 'random' && method !== 'oracle'),
    () => `preset ${name}: methods has only random and oracle; add one that decides, e.g. conf.`,
  );
}

function insistOnSchedule(preset: Preset, side: 'model' | 'expert', name: string): void {
  const { epochs, warmupEpochs, milestones } = trainingOf(preset, side);
  const late = [warmupEpochs, ...milestones].find((epoch) => epoch > epochs);
  insist(
    late === undefined,
    () =>
      `preset ${name}: the ${side}'s training lasts ${epochs} epochs, ` +
      `but warm-up or a milestone is at ${late}; lengthen it or move that.`,
  );
}
