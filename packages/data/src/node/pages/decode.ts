import { readSync } from 'node:fs';
import { decodeChunk, insist, type Sink } from './chunk.js';
import { createKernel, type Kernel, returnMemory, takeMemory } from './kernel.js';
import { numbersInto } from './numbers.js';
import type { Output } from './outputs.js';
import { BLOCK, type Group, type PagesPlan } from './plan.js';
import type { Task } from './tasks.js';
import { textInto } from './text.js';

/** Decodes parts of row groups of the open file to their rows in the outputs, and text to text. */
export interface Decoder {
  /** Says whether the rows of the part are seen to be probabilities. */
  decode(task: Task): boolean;
  /** The texts of one column. */
  texts(group: Group, column: number): (string | null)[];
  /** Gives the memory back. */
  finish(): void;
}

export function createDecoder(file: number, plan: PagesPlan, outputs: readonly Output[]): Decoder {
  const { groups, columns, parts, layout } = plan;
  const memory = takeMemory(plan);
  const kernel = createKernel(memory);
  const bytes = new Uint8Array(memory.buffer);
  const run = ({ rows, chunks }: Group, position: number, sink: Sink) => {
    const chunk = chunks[position]!;
    const read = readSync(file, bytes, layout.raw, chunk.bytes, chunk.offset);
    insist(read === chunk.bytes, 'a file that is cut off');
    decodeChunk(kernel, bytes, layout, columns[position]!.optional, chunk, rows, sink);
  };
  const decode = (task: Task) => {
    const group = groups[task.group]!;
    const { rows, before } = group;
    const part = parts[task.part]!;
    const output = outputs[task.part]!;
    for (const column of part.columns)
      run(group, column, numbersInto(kernel, bytes, layout, columns[column]!));
    const from = part.columns.map((column) => columns[column]!.at);
    if (from.length > 1) return sideBySide(kernel, memory, plan, from, rows, output, before);
    const Values = part.bytes === 4 ? Float32Array : Float64Array;
    output.values.set(new Values(memory.buffer, from[0], rows), before);
    return false;
  };
  const texts = (group: Group, column: number) => {
    const found = new Array<string | null>(group.rows);
    run(group, column, textInto(kernel, bytes, layout, columns[column]!, found));
    return found;
  };
  return { decode, texts, finish: () => returnMemory(memory) };
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
