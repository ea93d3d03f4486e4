import { InputError } from '@cede/core';
import { cifar10 } from './cifar10.js';
import { cifar100, cifar100Coarse } from './cifar100.js';
import type { Dataset, DatasetMember, LoadOptions } from './dataset.js';
import { digits } from './digits.js';
import { medmnist } from './medmnist.js';

const MEMBERS: ReadonlyMap<string, DatasetMember> = new Map(
  [digits, cifar10, cifar100, cifar100Coarse, ...medmnist].map((member) => [member.name, member]),
);

export function listDatasets(): readonly DatasetMember[] {
  return [...MEMBERS.values()];
}

export function datasetNames(): readonly string[] {
  return [...MEMBERS.keys()];
}

export function findDataset(name: string): DatasetMember {
  const member = MEMBERS.get(name);
  if (member) return member;
  throw new InputError(`there is no dataset '${name}'; there are ${datasetNames().join(', ')}.`);
}

export async function loadDataset(name: string, options: LoadOptions = {}): Promise<Dataset> {
  return findDataset(name).load(options);
}
