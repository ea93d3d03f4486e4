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
/**
 * DR CPE as the mirror of light, what is dark there is bright here: two of its lines are solid, and
 * only lightness tells them apart, to the colour-blind too. None so bright that it is no indigo.
 */
const DARK: Record<Family, Shade> = {
  confidence: ['#E29BC2', '#F3C6DE', '#C26F9C'],
  'two-stage': ['#4FDDBB', '#A5F0DE', '#2BAA8B'],
  comparison: ['#E8854B', '#F5B48D', '#C46228'],
  drcpe: ['#7476EE', '#5F61D6', '#B0B2FF', '#9294F8'],
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

/**
 * The everyday methods: their shade and dash within the family. The two defaults of DR CPE are both
 * solid, for a report is about one of them.
 */
const PLACES: Readonly<Record<string, { readonly shade: number; readonly dash: number }>> = {
  conf: { shade: 0, dash: 0 },
  'two-stage': { shade: 0, dash: 0 },
  linear: { shade: 0, dash: 0 },
  diff01: { shade: 1, dash: 1 },
  maxprob: { shade: 2, dash: 2 },
  reject: { shade: 0, dash: 0 },
  'drcpe-gce': { shade: 0, dash: 0 },
  'drcpe-prob01': { shade: 1, dash: 1 },
  'drcpe-zeroone': { shade: 2, dash: 0 },
  'drcpe-xent': { shade: 3, dash: 3 },
};

/**
 * A method's colour and dash come from its name, so that it looks the same in every figure. Names
 * without a place of their own find one by their letters; two that would look alike in one figure
 * make way for each other in the order of the alphabet.
 */
export function lineStyles({ methods }: CurveFigure, theme: Theme): Map<string, LineStyle> {
  // Kept free even where their owners are absent, so that nobody else's looks depend on them.
  const taken = new Set(
    methods.flatMap(({ family }) => Object.values(PLACES).map((place) => key(family, place))),
  );
  const styles = new Map<string, LineStyle>();
  const byName = [...methods].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, family } of byName) {
    let place = PLACES[name];
    if (!place) {
      place = freePlace(name, family, taken);
      taken.add(key(family, place));
    }
    styles.set(name, { colour: colourOf(family, place.shade, theme), dash: DASHES[place.dash] });
  }
  return styles;
}

type Place = (typeof PLACES)[string];

const key = (family: Family, { shade, dash }: Place) => `${family} ${shade} ${dash}`;

/** Where all are taken, the one its letters name: two lines alike, then, but as ever. */
function freePlace(name: string, family: Family, taken: ReadonlySet<string>): Place {
  const shades = LIGHT[family].length;
  const all = shades * DASHES.length;
  const first = lettersOf(name);
  const at = (turn: number): Place => {
    const slot = (first + turn) % all;
    return { shade: slot % shades, dash: Math.floor(slot / shades) };
  };
  for (let turn = 0; turn < all; turn++) if (!taken.has(key(family, at(turn)))) return at(turn);
  return at(0);
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
