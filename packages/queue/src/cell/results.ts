import { InputError } from '@cede/core';
import type { QueueServer } from '../server/contract.js';

/**
 * Which object is a cell's result. The first answer stands: a cell that was computed twice (its
 * worker was thought dead, and was not) must have given the same bytes, or something is wrong.
 */
export async function linkResult(server: QueueServer, cell: string, object: string): Promise<void> {
  const kept = await server.keepFirst(`result:${cell}`, object);
  if (kept !== object)
    throw new InputError(
      `cell ${cell.slice(0, 12)} was computed twice with different results (${kept.slice(0, 12)}, then ${object.slice(0, 12)}). The first is kept. A worker that runs another build, or a broken machine, does this.`,
      'results-differ',
      { cell, kept, found: object },
    );
}

/** The object that is a cell's result; undefined where nobody has computed it. */
export async function resultOf(server: QueueServer, cell: string): Promise<string | undefined> {
  const found = await server.fetch(`result:${cell}`);
  return found && Buffer.from(found).toString('latin1');
}
