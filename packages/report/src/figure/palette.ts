import type { Family } from '@cede/core';
import type { CurveFigure } from './curve-figure.js';

/** `page` leaves the colours to the document's style, so that one SVG serves light and dark. */
export type Theme = 'light' | 'dark' | 'page';

type Shade = readonly string[];

/** One colour per family; further members of a family get a lighter or darker shade and a dash. */
const LIGHT: Record<Family, Shade> = {
  confidence: ['#CC79A7', '#A34F80', '#E0A3C4'],
  'two-stage': ['#37CCA8', '#1F8F74', '#7ADFC6'],
  comparison: ['#BF581D', '#E08A55', '#8A3D10'],
  drcpe: ['#32349F', '#6E70D6', '#1B1D66', '#9496E8'],
  random: ['#7A7A7A'],
  oracle: ['#7A7A7A'],
};
const DARK: Record<Family, Shade> = {
  confidence: ['#E29BC2', '#F3C6DE', '#C26F9C'],
  'two-stage': ['#4FDDBB', '#A5F0DE', '#2BAA8B'],
  comparison: ['#E8854B', '#F5B48D', '#C46228'],
  drcpe: ['#9A9CFF', '#C9CAFF', '#7476E0', '#E3E3FF'],
  random: ['#A0A0A0'],
  oracle: ['#A0A0A0'],
};
const DASHES = ['', '7 3', '2 2.5', '9 3 2 3'];

const CHROME = {
  light: {
    background: '#ffffff',
    ink: '#1d1d1f',
    soft: '#5f6066',
    line: '#d9d9de',
    bad: '#b3261e',
  },
  dark: { background: '#16171b', ink: '#ececf1', soft: '#a9abb5', line: '#3a3c45', bad: '#ff8a80' },
};

export interface LineStyle {
  readonly colour: string;
  readonly dash: string;
}

/** The place of a method among those of its family decides its shade and dash. */
export function lineStyles(data: CurveFigure, theme: Theme): Map<string, LineStyle> {
  const seen = new Map<Family, number>();
  const styles = new Map<string, LineStyle>();
  // The finding's method comes first, so that the plain family colour is its own.
  const ordered = [...data.methods].sort(
    (a, b) => Number(b.name === data.finding.method) - Number(a.name === data.finding.method),
  );
  for (const { name, family } of ordered) {
    const place = seen.get(family) ?? 0;
    seen.set(family, place + 1);
    styles.set(name, { colour: colourOf(family, place, theme), dash: DASHES[place % 4] });
  }
  return styles;
}

export function referenceStyle(family: 'random' | 'oracle', theme: Theme): LineStyle {
  return { colour: colourOf(family, 0, theme), dash: family === 'random' ? '6 4' : '1.5 3' };
}

export function colourOf(family: Family, place: number, theme: Theme): string {
  if (theme === 'page') return `var(--${family}-${place % LIGHT[family].length})`;
  const shades = (theme === 'dark' ? DARK : LIGHT)[family];
  return shades[place % shades.length];
}

export type ChromeName = keyof typeof CHROME.light;

export function chrome(name: ChromeName, theme: Theme): string {
  return theme === 'page' ? `var(--${name})` : CHROME[theme][name];
}

/** The colours as custom properties: what `theme: 'page'` refers to. */
export function paletteCss(theme: 'light' | 'dark'): string {
  const families = theme === 'dark' ? DARK : LIGHT;
  return [
    ...Object.entries(CHROME[theme]).map(([name, colour]) => `--${name}:${colour}`),
    ...Object.entries(families).flatMap(([family, shades]) =>
      shades.map((colour, place) => `--${family}-${place}:${colour}`),
    ),
  ].join(';');
}
