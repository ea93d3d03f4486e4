/** Clusters numbered 0, 1, … in order of first appearance. */
export function numberClusters(clusters: ArrayLike<number>): {
  index: Uint32Array;
  count: number;
} {
  const known = new Map<number, number>();
  const index = Uint32Array.from(clusters, (cluster) => {
    const found = known.get(cluster) ?? known.size;
    known.set(cluster, found);
    return found;
  });
  return { index, count: known.size };
}
