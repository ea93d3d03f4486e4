import { readSync } from 'node:fs';
import { decodeChunk, UnreadablePages } from './chunk.js';
import type { Kernel } from './kernel.js';
import { BLOCK, type PagesPlan, SLOTS } from './plan.js';

/** A block of rows is ready: it lies in slot `number % SLOTS`. */
export interface Block {
  readonly number: number;
  readonly rows: number;
}

/** Decodes a file row group by row group; each block is written when it is asked for. */
export function* decodePages(
  file: number,
  plan: PagesPlan,
  memory: WebAssembly.Memory,
  kernel: Kernel,
): Generator<Block> {
  const { columns, layout } = plan;
  const bytes = new Uint8Array(memory.buffer);
  let number = 0;
  for (const { rows, chunks } of plan.groups) {
    chunks.forEach((chunk, position) => {
      const read = readSync(file, bytes, layout.raw, chunk.bytes, chunk.offset);
      if (read < chunk.bytes) throw new UnreadablePages('a file that is cut off');
      decodeChunk(kernel, bytes, layout, columns[position]!, chunk, rows);
    });
    for (let row = 0; row < rows; row += BLOCK) {
      const count = Math.min(BLOCK, rows - row);
      writeBlock(plan, memory, kernel, row, count, number % SLOTS);
      yield { number: number++, rows: count };
    }
  }
}

function writeBlock(
  { columns, parts, layout }: PagesPlan,
  memory: WebAssembly.Memory,
  kernel: Kernel,
  row: number,
  rows: number,
  slot: number,
): void {
  const bytes = new Uint8Array(memory.buffer);
  for (const part of parts) {
    const target = layout.slots + slot * layout.slotBytes + part.at;
    const from = part.columns.map((column) => columns[column]!.at + row * part.bytes);
    if (from.length === 1) bytes.copyWithin(target, from[0]!, from[0]! + rows * part.bytes);
    else {
      new Uint32Array(memory.buffer, layout.pointers, from.length).set(from);
      kernel.interleave(layout.pointers, from.length, rows, target);
    }
  }
}
