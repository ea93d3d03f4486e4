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
): (Box | null)[] {
  const boxes = [...taken];
  return lines.map((line) => {
    const others = [
      ...lines.filter((other) => other !== line).map(({ points }) => points),
      ...levels,
    ];
    let best: { box: Box; room: number } | undefined;
    for (const box of candidates(line, plot)) {
      if (boxes.some((other) => overlap(grown(box, CLEAR), other))) continue;
      if (touches(box, line.points)) continue;
      let room = 40;
      for (const points of others) {
        room = Math.min(room, clearance(box, points));
        if (room < OTHERS) break;
      }
      if (room >= OTHERS && (!best || room > best.room + 0.5)) best = { box, room };
    }
    if (best) boxes.push(best.box);
    return best?.box ?? null;
  });
}

/** Above and below the line, along its middle: near the ends lines meet. */
function candidates({ points, width, height }: Named, plot: Box): Box[] {
  const right = plot.x + plot.width;
  return points.flatMap((point) => {
    const share = (point.x - plot.x) / plot.width;
    if (share < 0.06 || share > 0.94) return [];
    const x = Math.min(Math.max(point.x - width / 2, plot.x + 2), right - width - 2);
    let [top, bottom] = [Infinity, -Infinity];
    for (const each of points) {
      if (each.x < x || each.x > x + width) continue;
      top = Math.min(top, each.y);
      bottom = Math.max(bottom, each.y);
    }
    return [top - LIFT - height, bottom + LIFT]
      .map((y): Box => ({ x, y, width, height }))
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

const touches = (box: Box, points: readonly Point[]) => clearance(box, points) < LIFT - 1.5;

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
