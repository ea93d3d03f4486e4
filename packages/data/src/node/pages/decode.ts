import { readSync } from 'node:fs';
import { decodeChunk, UnreadablePages } from './chunk.js';
import { createKernel, type Kernel, returnMemory, takeMemory } from './kernel.js';
import type { Output } from './outputs.js';
import { BLOCK, type PagesPlan } from './plan.js';
import type { Task } from './tasks.js';

/** Decodes parts of row groups of the open file to their rows in the outputs. */
export interface Decoder {
  /** Says whether the rows of the part are seen to be probabilities. */
  decode(task: Task): boolean;
  /** Gives the memory back. */
  finish(): void;
}

export function createDecoder(file: number, plan: PagesPlan, outputs: readonly Output[]): Decoder {
  const { groups, columns, parts, layout } = plan;
  const memory = takeMemory(plan);
  const kernel = createKernel(memory);
  const bytes = new Uint8Array(memory.buffer);
  const decode = (task: Task) => {
    const { rows, before, chunks } = groups[task.group]!;
    const part = parts[task.part]!;
    const output = outputs[task.part]!;
    for (const column of part.columns) {
      const chunk = chunks[column]!;
      const read = readSync(file, bytes, layout.raw, chunk.bytes, chunk.offset);
      if (read < chunk.bytes) throw new UnreadablePages('a file that is cut off');
      decodeChunk(kernel, bytes, layout, columns[column]!, chunk, rows);
    }
    const from = part.columns.map((column) => columns[column]!.at);
    if (from.length > 1) return sideBySide(kernel, memory, plan, from, rows, output, before);
    const Values = part.bytes === 4 ? Float32Array : Float64Array;
    output.values.set(new Values(memory.buffer, from[0], rows), before);
    return false;
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
