import type { PagesPlan } from './plan.js';

/**
 * The pieces of a file, each part of each row group in their order, that threads take one after
 * the other. The numbers are shared between them.
 */
export interface Tasks {
  readonly parts: number;
  readonly groups: number;
  /** At 0 the next task; behind it, for each row group, how many of its parts are still missing. */
  readonly counters: Int32Array;
  /** For each task whether its rows were seen to be probabilities. */
  readonly sound: Uint8Array;
}

export interface Task {
  readonly group: number;
  readonly part: number;
}

export function createTasks({ groups, parts }: PagesPlan): Tasks {
  const counters = new Int32Array(new SharedArrayBuffer(4 * (1 + groups.length)));
  counters.fill(parts.length, 1);
  const sound = new Uint8Array(new SharedArrayBuffer(groups.length * parts.length));
  return { parts: parts.length, groups: groups.length, counters, sound };
}

export function takeTask({ parts, groups, counters }: Tasks): Task | undefined {
  const number = Atomics.add(counters, 0, 1);
  if (number >= parts * groups) return undefined;
  return { group: Math.floor(number / parts), part: number % parts };
}

export function finishTask(tasks: Tasks, { group, part }: Task, sound: boolean): void {
  tasks.sound[group * tasks.parts + part] = Number(sound);
  // What was written before this is seen by whoever sees the count.
  Atomics.sub(tasks.counters, 1 + group, 1);
}

export const isComplete = ({ counters }: Tasks, group: number): boolean =>
  Atomics.load(counters, 1 + group) === 0;

/** Nobody is at a task, nor will be. */
export const isAllComplete = (tasks: Tasks): boolean =>
  Array.from({ length: tasks.groups }, (_, group) => isComplete(tasks, group)).every(Boolean);

export const soundParts = ({ parts, sound }: Tasks, group: number): boolean[] =>
  Array.from(sound.subarray(group * parts, (group + 1) * parts), Boolean);

/** Nobody takes another task. */
export function stopTasks({ parts, groups, counters }: Tasks): void {
  Atomics.store(counters, 0, parts * groups);
}
