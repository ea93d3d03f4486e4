// What every benchmark needs: medians, a spread that says how noisy the machine was, and one
// output that is either a table for people or JSON for programs.
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
