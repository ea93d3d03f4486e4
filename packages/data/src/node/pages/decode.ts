import { readSync } from 'node:fs';
import { decodeChunk, UnreadablePages } from './chunk.js';
import { createKernel, type Kernel, returnMemory, takeMemory } from './kernel.js';
import type { Output } from './outputs.js';
import { BLOCK, type Group, type PagesPlan } from './plan.js';

/**
 * Decodes a row group of the open file to its rows in the outputs, one for each part. Says of each
 * part whether its rows are seen to be probabilities.
 */
export interface Decoder {
  decode(group: Group): boolean[];
  /** Gives the memory back. */
  finish(): void;
}

export function createDecoder(file: number, plan: PagesPlan, outputs: readonly Output[]): Decoder {
  const { columns, parts, layout } = plan;
  const memory = takeMemory(plan);
  const kernel = createKernel(memory);
  const bytes = new Uint8Array(memory.buffer);
  const decode = ({ rows, before, chunks }: Group) => {
    chunks.forEach((chunk, position) => {
      const read = readSync(file, bytes, layout.raw, chunk.bytes, chunk.offset);
      if (read < chunk.bytes) throw new UnreadablePages('a file that is cut off');
      decodeChunk(kernel, bytes, layout, columns[position]!, chunk, rows);
    });
    return parts.map((part, position) => {
      const output = outputs[position]!;
      const from = part.columns.map((column) => columns[column]!.at);
      if (from.length > 1) return sideBySide(kernel, memory, plan, from, rows, output, before);
      const Values = part.bytes === 4 ? Float32Array : Float64Array;
      output.values.set(new Values(memory.buffer, from[0], rows), before);
      return false;
    });
  };
  return { decode, finish: () => returnMemory(memory) };
}

function sideBySide(
  kernel: Kernel,
  memory: WebAssembly.Memory,
  { layout }: PagesPlan,
  from: readonly number[],
  rows: number,
  { values, answers }: Output,
  before: number,
): boolean {
  const width = from.length;
  const pointers = new Uint32Array(memory.buffer, layout.pointers, width);
  const block = new Float32Array(memory.buffer, layout.block, BLOCK * width);
  const best = new Int16Array(memory.buffer, layout.answers, BLOCK);
  let sound = true;
  for (let row = 0; row < rows; row += BLOCK) {
    const count = Math.min(BLOCK, rows - row);
    for (let k = 0; k < width; k++) pointers[k] = from[k]! + 4 * row;
    sound &&= kernel.inspect(layout.pointers, width, count, layout.answers) === 1;
    if (sound) answers!.set(count === BLOCK ? best : best.subarray(0, count), before + row);
    kernel.interleave(layout.pointers, width, count, layout.block);
    const done = count === BLOCK ? block : block.subarray(0, count * width);
    values.set(done, (before + row) * width);
  }
  return sound;
}
