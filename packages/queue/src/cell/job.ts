import { InputError } from '@cede/core';
import { type Cell, cellName, hashOf, needsOf } from '@cede/run';
import type { CellJob, JobData, TakenJob } from '../server/contract.js';

/** Where a run keeps its objects and what all its cells are given. */
export interface Shipment {
  readonly context: string;
  readonly store: 'server' | 'folder';
}

/** A cell as the queue carries it; `isMissing` says which of its needs must be waited for. */
export function jobOf(
  cell: Cell,
  { context, store }: Shipment,
  isMissing: (hash: string) => boolean,
): CellJob {
  const needs = needsOf(cell);
  return {
    id: hashOf(cell),
    kind: cell.kind,
    data: { spec: cell.spec, needs, context, store },
    waitsFor: [...new Set(Object.values(needs))].filter(isMissing),
  };
}

/**
 * A job is only data that anybody with access to the server may have written. It must be a cell that
 * this program knows by name, and its id must be the hash of what it says: a result can't be put
 * under the name of another cell.
 */
export function checkJob({ id, kind, data }: TakenJob, kinds: readonly string[]): void {
  if (!kinds.includes(kind))
    throw new InputError(
      `cell kind "${kind}" is unknown to this worker (known: ${kinds.join(', ')}).`,
      'unknown-name',
      { what: 'cell kind', name: kind, known: kinds },
    );
  if (!isJobData(data)) throw new InputError(`cell ${id.slice(0, 12)}: its data is not a cell.`);
  const name = cellName({ kind, spec: data.spec, needs: data.needs });
  if (name !== id)
    throw new InputError(
      `cell ${id.slice(0, 12)}: its content has the hash ${name.slice(0, 12)}. It is not computed.`,
      'object-damaged',
      { object: id },
    );
}

const HASH = /^[0-9a-f]{64}$/;

function isJobData(data: unknown): data is JobData {
  const { needs, context, store } = (data ?? {}) as Partial<JobData>;
  return (
    typeof needs === 'object' &&
    needs !== null &&
    Object.values(needs).every((need) => HASH.test(need)) &&
    HASH.test(context ?? '') &&
    (store === 'server' || store === 'folder')
  );
}

/** What a cell is, in a few words for a person. */
export function describeCell(kind: string, spec: unknown): string {
  const { method, side, seed, options } = (spec ?? {}) as {
    method?: string;
    side?: string;
    seed?: number;
    options?: { seed?: number };
  };
  const number = seed ?? options?.seed;
  const words = [
    method && short(method),
    side,
    number === undefined ? undefined : `seed ${number}`,
  ];
  return [kind, ...words.filter((word) => word !== undefined)].join(' ');
}

/** A mix of methods is named by its parts and their weights. */
const LONGEST = 40;
const short = (name: string) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);
