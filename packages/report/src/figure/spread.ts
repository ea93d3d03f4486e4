/**
 * Places for labels that want to sit at given heights but may not overlap: the order is kept,
 * neighbours stand at least `gap` apart, all lie between `low` and `high`, and the sum of squared
 * moves is the smallest possible (pool adjacent violators). Where there isn't room for all at
 * that distance, they share the room evenly.
 */
export function spread(
  wanted: readonly number[],
  gap: number,
  low: number,
  high: number,
): number[] {
  const n = wanted.length;
  if (n === 0) return [];
  const room = Math.min(gap, n > 1 ? (high - low) / (n - 1) : gap);
  // With k·gap taken off, "at least gap apart" reads "not descending": isotonic regression.
  const blocks: { sum: number; size: number }[] = [];
  wanted.forEach((value, k) => {
    blocks.push({ sum: value - k * room, size: 1 });
    while (blocks.length > 1) {
      const last = blocks[blocks.length - 1];
      const before = blocks[blocks.length - 2];
      if (before.sum / before.size <= last.sum / last.size) break;
      blocks.pop();
      before.sum += last.sum;
      before.size += last.size;
    }
  });
  const top = high - (n - 1) * room;
  const result: number[] = [];
  for (const { sum, size } of blocks) {
    const base = Math.min(Math.max(sum / size, low), top);
    for (let j = 0; j < size; j++) result.push(base + result.length * room);
  }
  return result;
}
