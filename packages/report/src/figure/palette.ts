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

/** The everyday methods: their place among the shades and dashes of their family. */
const PLACES: Readonly<Record<string, number>> = {
  conf: 0,
  'two-stage': 0,
  linear: 0,
  diff01: 1,
  maxprob: 2,
  reject: 0,
  'drcpe-gce': 0,
  'drcpe-prob01': 1,
  'drcpe-zeroone': 2,
  'drcpe-xent': 3,
};

/**
 * A method's colour and dash come from its name, so that it looks the same in every figure. Names
 * without a place of their own get a shade and a dash that no place has, by their letters; two
 * that would look alike in one figure make way for each other in the order of the alphabet.
 */
export function lineStyles({ methods }: CurveFigure, theme: Theme): Map<string, LineStyle> {
  const taken = new Set<string>();
  const styles = new Map<string, LineStyle>();
  const byName = [...methods].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, family } of byName) {
    const shades = LIGHT[family].length;
    const place = PLACES[name];
    // Dash = shade is what the places have; a step of 1 to 3 away from it is free.
    const free = shades * (DASHES.length - 1);
    let pair = { shade: place, dash: place };
    for (let turn = 0; place === undefined && turn < free; turn++) {
      const slot = (lettersOf(name) + turn) % free;
      const shade = slot % shades;
      pair = { shade, dash: (shade + 1 + Math.floor(slot / shades)) % DASHES.length };
      if (!taken.has(`${family} ${pair.shade} ${pair.dash}`)) break;
    }
    taken.add(`${family} ${pair.shade} ${pair.dash}`);
    styles.set(name, { colour: colourOf(family, pair.shade, theme), dash: DASHES[pair.dash] });
  }
  return styles;
}

const lettersOf = (name: string): number =>
  [...name].reduce((sum, letter) => (31 * sum + letter.codePointAt(0)!) % 65_521, 7);

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
