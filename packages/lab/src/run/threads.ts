/** A batch is cut into eight slices, so that a network is trained by 1, 2, 4 or 8 threads evenly. */
const TEAMS = [8, 4, 2, 1];

/** How the cores are shared out: so many networks side by side, each by so many threads. */
export interface Teams {
  readonly networks: number;
  readonly threads: number;
}

/** As many cores busy as can be, with the largest teams that do it. */
export function teamsFor(cores: number, networks: number): Teams {
  const ways = TEAMS.filter((threads) => threads <= cores).map((threads) => ({
    threads,
    networks: Math.max(1, Math.min(networks, Math.floor(cores / threads))),
  }));
  const busy = (way: Teams) => way.networks * way.threads;
  return ways.reduce((best, way) => (busy(way) > busy(best) ? way : best));
}
