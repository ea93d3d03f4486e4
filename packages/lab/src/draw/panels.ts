import { type CurvesSvgOptions, heightOf } from '@cede/report';

/** `width` is that of the whole picture. */
export interface PanelLooks {
  readonly across?: number;
  readonly width?: number;
  readonly notes?: boolean;
}

/** One run, or one target of it. */
export interface Panel {
  readonly title: string;
  readonly draw: (options: CurvesSvgOptions) => string;
}

/** Several runs in one picture, as the paper shows them: a panel each, so many side by side. */
export function panelsSvg(
  panels: readonly Panel[],
  { across = 2, width = 1280, notes = false }: PanelLooks = {},
): string {
  const columns = Math.min(across, panels.length, Math.max(1, Math.floor(width / NARROWEST_PANEL)));
  const own = Math.floor(width / columns);
  const drawn = panels.map(({ title, draw }, k) => {
    const svg = draw({ id: `panel-${k + 1}`, width: own, height: heightOf(own), notes });
    const [, w, h] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)!.map(Number);
    return { title, svg, width: w, height: h };
  });
  const cell = {
    width: Math.max(...drawn.map((panel) => panel.width)),
    height: TITLE + Math.max(...drawn.map((panel) => panel.height)),
  };
  const rows = Math.ceil(drawn.length / columns);
  const [all, high] = [columns * cell.width, rows * cell.height];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${all} ${high}" width="${all}" height="${high}" font-family="sans-serif">`,
    `<rect width="${all}" height="${high}" fill="#ffffff"/>`,
    ...drawn.map(({ title, svg }, k) => {
      const [x, y] = [(k % columns) * cell.width, Math.floor(k / columns) * cell.height];
      const inner = asGroup(svg, x, y + TITLE);
      return `<text x="${x + MARGIN}" y="${y + 22}" font-size="${titleSize(title, cell.width)}" font-weight="600" fill="#1c1e21">${escaped(title)}</text>\n${inner}`;
    }),
    '</svg>',
  ].join('\n');
}

/**
 * A picture as a part of another, moved. Not as a picture inside it: where one of its lines leaves it
 * far, as perfect hindsight does, resvg draws hardly any of the others.
 */
function asGroup(svg: string, x: number, y: number): string {
  const [, words] = /^<svg ([^>]*)>/.exec(svg)!;
  const font = words.match(/font-[a-z]+="[^"]*"/g)!.join(' ');
  const body = svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'));
  return `<g transform="translate(${x},${y})" ${font}>${body}</g>`;
}

/** Below so many pixels names and ticks of two panels side by side run into each other. */
const NARROWEST_PANEL = 300;

/** Room for a panel's name above it, and on its left and right. */
const TITLE = 32;
const MARGIN = 16;

/** A long name is written smaller: a bold letter is at most 0.62 of its size wide, taken together. */
const titleSize = (title: string, width: number) =>
  Math.min(16, Math.floor((10 * (width - 2 * MARGIN)) / (0.62 * title.length)) / 10);

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
