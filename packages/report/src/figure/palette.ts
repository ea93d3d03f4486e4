import type { Family } from '@cede/core';

/** `page` leaves the colours to the document's style, so that one SVG serves light and dark. */
export type Theme = 'light' | 'dark' | 'page';

/** Families have hues of their own, and so has `auto`, for it may choose from any family. */
type Hue = Family | 'auto';

/**
 * Every colour has at least 3:1 on its background, and any two methods are plainly of another colour:
 * three violets in one figure were one too many. To people who see no red or green, hues differ
 * along blue and ochre and in lightness, and whatever is still near differs in its dash: a test
 * simulates that for every pair.
 */
const LIGHT: Record<Hue, readonly string[]> = {
  auto: ['#1f2937'],
  confidence: ['#b45309'],
  'two-stage': ['#0f766e'],
  comparison: ['#be185d', '#4d7c0f', '#7c2d12'],
  drcpe: ['#2563eb', '#0284a8', '#7c3aed', '#1e3a8a'],
  random: ['#71717a'],
  oracle: ['#71717a'],
};
const DARK: Record<Hue, readonly string[]> = {
  auto: ['#f4f4f5'],
  confidence: ['#f0a04b'],
  'two-stage': ['#4fd1c0'],
  comparison: ['#f472a8', '#a3d64b', '#ff7b6b'],
  drcpe: ['#6ea8ff', '#3fb8d8', '#b18cff', '#5b7cfa'],
  random: ['#9d9da8'],
  oracle: ['#9d9da8'],
};
const DASHES = ['', '8 3', '2.5 2.5', '10 3 2 3', '5 2', '12 4', '1 2.5', '6 2 1 2 1 2', '3 2 9 2'];

const CHROME = {
  light: {
    background: '#ffffff',
    panel: '#f6f6f8',
    ink: '#1d1d1f',
    soft: '#5f6066',
    line: '#d9d9de',
    bad: '#b3261e',
    below: '#b45309',
    beyond: '#6f83d6',
  },
  dark: {
    background: '#16171b',
    panel: '#1f2026',
    ink: '#ececf1',
    soft: '#a9abb5',
    line: '#3a3c45',
    bad: '#ff8a80',
    below: '#f0a04b',
    beyond: '#7c8fe0',
  },
};

export interface LineStyle {
  readonly colour: string;
  readonly dash: string;
}

interface Place {
  readonly hue: Hue;
  readonly shade: number;
  readonly dash: number;
}

/** The everyday methods. A method's place never changes: figures of years ago must look the same. */
const PLACES: Readonly<Record<string, Place>> = {
  auto: { hue: 'auto', shade: 0, dash: 0 },
  conf: { hue: 'confidence', shade: 0, dash: 1 },
  'two-stage': { hue: 'two-stage', shade: 0, dash: 3 },
  reject: { hue: 'two-stage', shade: 0, dash: 0 },
  linear: { hue: 'comparison', shade: 0, dash: 4 },
  diff01: { hue: 'comparison', shade: 1, dash: 2 },
  maxprob: { hue: 'comparison', shade: 2, dash: 6 },
  'drcpe-gce': { hue: 'drcpe', shade: 0, dash: 0 },
  'drcpe-prob01': { hue: 'drcpe', shade: 1, dash: 7 },
  'drcpe-zeroone': { hue: 'drcpe', shade: 2, dash: 5 },
  'drcpe-xent': { hue: 'drcpe', shade: 3, dash: 8 },
};

export const EVERYDAY_METHODS: readonly string[] = Object.keys(PLACES);

/** Those of the paper's other figures: the loss has the colour, its variant the dash. */
const VARIANTS: Readonly<Record<string, Place>> = {
  'drcpe-gce-g1': { hue: 'drcpe', shade: 0, dash: 1 },
  'drcpe-gce-logistic': { hue: 'drcpe', shade: 0, dash: 3 },
  'drcpe-gce-lsif': { hue: 'drcpe', shade: 0, dash: 4 },
  'drcpe-gce-kliep': { hue: 'drcpe', shade: 0, dash: 6 },
  'drcpe-prob01-g1': { hue: 'drcpe', shade: 1, dash: 2 },
  'drcpe-prob01-logistic': { hue: 'drcpe', shade: 1, dash: 5 },
  'drcpe-prob01-lsif': { hue: 'drcpe', shade: 1, dash: 8 },
  'drcpe-prob01-kliep': { hue: 'drcpe', shade: 1, dash: 1 },
  'drcpe-zeroone-g1': { hue: 'drcpe', shade: 2, dash: 3 },
  'drcpe-top5': { hue: 'drcpe', shade: 3, dash: 4 },
  'drcpe-top5-g1': { hue: 'drcpe', shade: 3, dash: 6 },
};

export const VARIANT_METHODS: readonly string[] = Object.keys(VARIANTS);

/**
 * A method's colour and dash come from its name alone, never from who else is in the figure: it looks
 * the same in every figure ever drawn. Names without a place of their own find one by their letters.
 */
export function lineStyle(name: string, family: Family, theme: Theme): LineStyle {
  const { hue, shade, dash } = PLACES[name] ?? VARIANTS[name] ?? placeOf(name, family);
  return { colour: colourOf(hue, shade, theme), dash: DASHES[dash] };
}

function placeOf(name: string, family: Family): Place {
  const letters = [...name].reduce(
    (sum, letter) => (31 * sum + letter.codePointAt(0)!) % 65_521,
    7,
  );
  const shades = LIGHT[family].length;
  return {
    hue: family,
    shade: letters % shades,
    dash: Math.floor(letters / shades) % DASHES.length,
  };
}

export function referenceStyle(family: 'random' | 'oracle', theme: Theme): LineStyle {
  return { colour: colourOf(family, 0, theme), dash: family === 'random' ? '6 4' : '1.5 3' };
}

export function colourOf(hue: Hue, shade: number, theme: Theme): string {
  if (theme === 'page') return `var(--${hue}-${shade % LIGHT[hue].length})`;
  const shades = (theme === 'dark' ? DARK : LIGHT)[hue];
  return shades[shade % shades.length];
}

export type ChromeName = keyof typeof CHROME.light;

export function chrome(name: ChromeName, theme: Theme): string {
  return theme === 'page' ? `var(--${name})` : CHROME[theme][name];
}

/** The colours as custom properties: what `theme: 'page'` refers to. */
export function paletteCss(theme: 'light' | 'dark'): string {
  const hues = theme === 'dark' ? DARK : LIGHT;
  return [
    ...Object.entries(CHROME[theme]).map(([name, colour]) => `--${name}:${colour}`),
    ...Object.entries(hues).flatMap(([hue, shades]) =>
      shades.map((colour, shade) => `--${hue}-${shade}:${colour}`),
    ),
  ].join(';');
}
