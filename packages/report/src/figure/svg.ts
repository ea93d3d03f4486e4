import { escapeHtml } from '../escape.js';

export const SANS = "Helvetica, Arial, 'DejaVu Sans', sans-serif";

/** A tenth of a pixel is enough for any screen and keeps files small. */
export function coordinate(value: number): string {
  return String(Number(value.toFixed(1)));
}

export function path(points: readonly { readonly x: number; readonly y: number }[]): string {
  return points
    .map(({ x, y }, k) => `${k === 0 ? 'M' : 'L'}${coordinate(x)},${coordinate(y)}`)
    .join('');
}

export function text(
  content: string,
  x: number,
  y: number,
  attributes: Readonly<Record<string, string | number>>,
): string {
  const rest = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
  return `<text x="${coordinate(x)}" y="${coordinate(y)}"${rest}>${escapeHtml(content)}</text>`;
}
