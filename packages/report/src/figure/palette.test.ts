import type { Family } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { chrome, EVERYDAY_METHODS, lineStyle, referenceStyle, VARIANT_METHODS } from './palette.js';

type Rgb = readonly [number, number, number];
const FAMILIES: Record<string, Family> = {
  conf: 'confidence',
  'two-stage': 'two-stage',
  linear: 'comparison',
};
const familyOf = (name: string): Family =>
  FAMILIES[name] ?? (name.startsWith('drcpe') ? 'drcpe' : 'comparison');

const linear = (hex: string): Rgb =>
  [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;

/** WCAG 2: relative luminance and contrast. */
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
function contrast(one: string, other: string): number {
  const [high, low] = [luminance(linear(one)), luminance(linear(other))].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** Machado, Oliveira and Fernandes (2009), deuteranopia at full severity, in linear RGB. */
const DEUTERANOPIA = [
  [0.367322, 0.860646, -0.227968],
  [0.280085, 0.672501, 0.047413],
  [-0.01182, 0.04294, 0.968881],
];
const seen = (rgb: Rgb): Rgb =>
  DEUTERANOPIA.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, weight, k) => sum + weight * rgb[k], 0),
      ),
    ),
  ) as unknown as Rgb;

/** CIE L*a*b* under D65; ΔE*ab of 20 is plain to see on a thin line. */
function lab([r, g, b]: Rgb): Rgb {
  const f = (t: number) => (t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(luminance([r, g, b]));
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const apart = (a: Rgb, b: Rgb) => Math.hypot(...a.map((value, k) => value - b[k]));
const distance = (one: string, other: string) =>
  apart(lab(seen(linear(one))), lab(seen(linear(other))));

describe.each(['light', 'dark'] as const)('the palette, %s', (theme) => {
  const styles = new Map([
    ...EVERYDAY_METHODS.map((name) => [name, lineStyle(name, familyOf(name), theme)] as const),
    ['random', referenceStyle('random', theme)] as const,
    ['oracle', referenceStyle('oracle', theme)] as const,
  ]);

  it('has at least 3:1 on its background for every line, 4.5:1 for text', () => {
    for (const [name, { colour }] of styles)
      expect(contrast(colour, chrome('background', theme)), name).toBeGreaterThanOrEqual(3);
    for (const name of ['ink', 'soft', 'bad'] as const)
      for (const behind of ['background', 'panel'] as const)
        expect(contrast(chrome(name, theme), chrome(behind, theme)), name).toBeGreaterThan(4.5);
    for (const name of ['below', 'beyond'] as const)
      expect(contrast(chrome(name, theme), chrome('background', theme))).toBeGreaterThan(3);
  });

  it('gives any two methods plainly different colours', () => {
    const all = [...styles].filter(([name]) => !['reject', 'oracle'].includes(name));
    all.forEach(([name, one], k) => {
      for (const [other, two] of all.slice(k + 1))
        expect(
          apart(lab(linear(one.colour)), lab(linear(two.colour))),
          `${name} and ${other}`,
        ).toBeGreaterThanOrEqual(20);
    });
  });

  it('tells any two methods apart under deuteranopia, by colour or by dash', () => {
    const all = [...styles];
    all.forEach(([name, one], k) => {
      for (const [other, two] of all.slice(k + 1))
        expect(
          one.dash !== two.dash || distance(one.colour, two.colour) >= 20,
          `${name} and ${other}: ${distance(one.colour, two.colour).toFixed(1)}`,
        ).toBe(true);
    });
  });
});

/** Methods that stand in one figure of the paper's appendix. */
const TOGETHER = [
  ['drcpe-gce', 'drcpe-prob01', 'drcpe-top5', 'drcpe-zeroone'].flatMap((name) => [
    name,
    `${name}-g1`,
  ]),
  ['drcpe-gce', 'drcpe-prob01'].flatMap((name) =>
    ['', '-logistic', '-lsif', '-kliep'].map((ratio) => name + ratio),
  ),
  [...EVERYDAY_METHODS, 'drcpe-top5'],
];

it.each(['light', 'dark'] as const)(
  "the paper's figures: no two lines look the same, %s",
  (theme) => {
    for (const names of TOGETHER)
      names.forEach((name, k) => {
        const one = lineStyle(name, familyOf(name), theme);
        for (const other of names.slice(k + 1)) {
          const two = lineStyle(other, familyOf(other), theme);
          const far = distance(one.colour, two.colour);
          expect(one.dash !== two.dash || far >= 20, `${name} and ${other}`).toBe(true);
        }
      });
    const looks = [...EVERYDAY_METHODS, ...VARIANT_METHODS].map((name) =>
      Object.values(lineStyle(name, familyOf(name), theme)).join(),
    );
    expect(new Set(looks).size).toBe(looks.length);
  },
);

it('a method looks the same whoever else is in the figure, and by its name alone', () => {
  for (const name of ['auto', 'conf', 'drcpe-gce-lsif', 'drcpe-zeroone-g1'])
    expect(lineStyle(name, 'drcpe', 'light')).toEqual(lineStyle(name, 'drcpe', 'light'));
  expect(lineStyle('auto', 'comparison', 'light')).toEqual(lineStyle('auto', 'drcpe', 'light'));
});
