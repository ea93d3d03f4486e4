/**
 * Where the names of lines go: on the lines themselves, where they are apart. All curves meet where
 * everything is handed over, so names at the ends would need a fan of leaders. A line that is nowhere
 * apart from the others gets no name in the plot; the legend has it.
 */
import type { Box, Point } from './box.js';

export interface Named {
  readonly points: readonly Point[];
  readonly width: number;
  readonly height: number;
}

/** From a line to its name, and what must be free around a name. Its own line must be the nearest. */
const LIFT = 5;
const CLEAR = 3;
const OTHERS = LIFT + 3;

/** A box for each of the lines, the important ones first; null where there is no room. */
export function labelPlaces(
  lines: readonly Named[],
  plot: Box,
  /** What else must stay free: names of levels, and the levels themselves. */
  taken: readonly Box[] = [],
  levels: readonly (readonly Point[])[] = [],
  /** The needle: only the first line's name may stand there, where it has no other place. */
  avoided: readonly Box[] = [],
): (Box | null)[] {
  const boxes = [...taken];
  return lines.map((line) => {
    const others = [
      ...lines.filter((other) => other !== line).map(({ points }) => points),
      ...levels,
    ];
    const free = candidates(line, plot).filter(
      (box) => !boxes.some((other) => overlap(grown(box, CLEAR), other)),
    );
    const best =
      roomiest(
        free.filter((box) => !avoided.some((other) => overlap(grown(box, CLEAR), other))),
        others,
      ) ?? (line === lines[0] ? roomiest(free, others) : null);
    if (best) boxes.push(best);
    return best;
  });
}

/** The one with the most air around it; null where all are too near to a line. */
function roomiest(boxes: readonly Candidate[], others: readonly (readonly Point[])[]): Box | null {
  let best: { box: Box; air: number } | undefined;
  for (const box of boxes) {
    let room = 40;
    for (const points of others) {
      room = Math.min(room, clearance(box, points));
      if (room < OTHERS) break;
    }
    // Beside a steep piece one end of the name is far from the line: half as bad as too little room.
    const air = room - box.rise / 2;
    if (room >= OTHERS && (!best || air > best.air + 0.5)) best = { box, air };
  }
  if (!best) return null;
  const { x, y, width, height } = best.box;
  return { x, y, width, height };
}

/** A place for a name, and by how much its line rises or falls beside it. */
interface Candidate extends Box {
  readonly rise: number;
}

/** Where one end of a name would be further than this from its line, it seems to float. */
const STEEP = 64;

/** Above and below the line, along its middle: near the ends lines meet. */
function candidates({ points, width, height }: Named, plot: Box): Candidate[] {
  const right = plot.x + plot.width;
  return points.flatMap((point) => {
    const share = (point.x - plot.x) / plot.width;
    if (share < 0.06 || share > 0.94) return [];
    const x = Math.min(Math.max(point.x - width / 2, plot.x + 2), right - width - 2);
    const beside = heights(points, x - CLEAR, x + width + CLEAR);
    const [top, bottom] = [Math.min(...beside), Math.max(...beside)];
    const rise = bottom - top;
    if (rise > STEEP) return [];
    return [top - LIFT - height, bottom + LIFT]
      .map((y): Candidate => ({ x, y, width, height, rise }))
      .filter((box) => box.y >= plot.y + 1 && box.y + height <= plot.y + plot.height - 1);
  });
}

/** From a box to a line, straight up or down; 0 where the line runs through it. */
export function clearance(box: Box, points: readonly Point[]): number {
  let least = Infinity;
  // Asked for every place of every name: pairs made only to be taken apart would take most of the time.
  for (let k = 0; k < points.length; k++) {
    const point = points[k]!;
    const next = points[k + 1] ?? point;
    if (next.x < box.x - CLEAR || point.x > box.x + box.width + CLEAR) continue;
    const high = Math.min(point.y, next.y);
    const low = Math.max(point.y, next.y);
    least = Math.min(least, Math.max(0, box.y - low, high - (box.y + box.height)));
  }
  return least;
}

/** Between two places across: of the line at both, and of its points between them. */
function heights(points: readonly Point[], from: number, to: number): number[] {
  const within = points.filter(({ x }) => x > from && x < to).map(({ y }) => y);
  const at = (x: number) => {
    const next = points.findIndex((point) => point.x >= x);
    if (next < 1) return next === 0 ? points[0]!.y : points.at(-1)!.y;
    const [a, b] = [points[next - 1]!, points[next]!];
    return a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x || 1);
  };
  return [at(from), ...within, at(to)];
}

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
