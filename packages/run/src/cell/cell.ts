import { sha256 } from '@cede/core';
import { canonicalJson } from './canonical-json.js';

/**
 * A piece of work: a pure function, found by its kind, of one JSON spec and of the results of the
 * cells it needs. Where the function changes what it gives, its kind must change too (`fit/2`),
 * or old results would be taken for new ones.
 */
export interface Cell {
  readonly kind: string;
  /** Plain JSON; everything the result depends on. */
  readonly spec: unknown;
  /** Cells whose results the function is given, under these names. */
  readonly needs?: Readonly<Record<string, Cell>>;
}

/** What a cell's function is given. */
export interface CellWork<Spec = unknown> {
  readonly spec: Spec;
  readonly needs: Readonly<Record<string, unknown>>;
  /**
   * What the runner was given for all its cells: where things are, tables in shared memory. The
   * result must not depend on it beyond what the spec names (a table by its hash, say).
   */
  readonly context: unknown;
  /** Tells how far it is; may be called as often as is handy. */
  readonly report: (progress: CellProgress) => void;
  /** Aborted when the run is; in a worker the whole thread is ended instead. */
  readonly signal: AbortSignal;
}

/** How far a cell is. */
export interface CellProgress {
  /** Share of the cell's work that is done, 0 … 1. */
  readonly done: number;
  /** The part of it that an earlier run left; it counts as done, but took no time in this one. */
  readonly resumed?: number;
  /** A few words for a person: `epoch 3 of 100`. */
  readonly note?: string;
}

/** The result may hold typed arrays anywhere; see encode-result.ts for what else. */
// biome-ignore lint/suspicious/noExplicitAny: each function names its own spec; a registry mixes them
export type CellFunction = (work: CellWork<any>) => unknown;

/** Functions by kind. */
export type CellFunctions = Readonly<Record<string, CellFunction>>;

const names = new WeakMap<Cell, string>();

/** A cell's name: the hash of its kind, its spec and the names of what it needs. */
export function hashOf(cell: Cell): string {
  const known = names.get(cell);
  if (known) return known;
  const name = cellName({ kind: cell.kind, spec: cell.spec, needs: needsOf(cell) });
  names.set(cell, name);
  return name;
}

/** The name of a cell of which only the names of its needs are known. */
export function cellName(cell: {
  readonly kind: string;
  readonly spec: unknown;
  readonly needs: Readonly<Record<string, string>>;
}): string {
  return sha256(canonicalJson({ kind: cell.kind, spec: cell.spec, needs: cell.needs }));
}

/** The names of what a cell needs. */
export function needsOf(cell: Cell): Record<string, string> {
  const needs = Object.entries(cell.needs ?? {});
  return Object.fromEntries(needs.map(([name, need]) => [name, hashOf(need)]));
}
