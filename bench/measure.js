// What every benchmark needs: medians, a spread that says how noisy the machine was, and one
// output that is either a table for people or JSON for programs.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** Half the distance between the quartiles, as a share of the median: the noise of a measurement. */
export function noise(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const quartile = (q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
  return (quartile(0.75) - quartile(0.25)) / 2 / median(sorted);
}

export const json = process.argv.includes('--json');

/** Progress for a person who waits; nothing where stdout is for a program. */
export function say(text) {
  if (!json) console.error(text);
}

export function show(title, rows, document) {
  if (json) {
    console.log(JSON.stringify(document));
    return;
  }
  console.log(`\n${title}`);
  console.table(rows);
}

export const round = (value, digits = 2) => (value === null ? null : Number(value.toFixed(digits)));

/**
 * From now until the answer is asked for: the share of all cores that other processes took, NaN where
 * the system doesn't say. Ratios of whole programs mean something only where that is next to nothing:
 * two threads that wait for each other lose more to other work than two that don't.
 */
export function watchOthers() {
  const read = () => {
    if (!existsSync('/proc/self/stat')) return { now: NaN, others: NaN };
    const all = readFileSync('/proc/stat', 'utf8')
      .split('\n')[0]
      .split(/\s+/)
      .slice(1, 9)
      .map(Number);
    const [user, nice, system, , , interrupts, soft] = all;
    // Behind the name in brackets: our own time, and that of processes we started and waited for.
    const own = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ').slice(11, 15);
    const ours = own.reduce((sum, ticks) => sum + Number(ticks), 0);
    return { now: performance.now(), others: user + nice + system + interrupts + soft - ours };
  };
  const before = read();
  return () => {
    const after = read();
    const seconds = (after.now - before.now) / 1000;
    return Math.max(0, (after.others - before.others) / 100 / seconds / availableParallelism());
  };
}
