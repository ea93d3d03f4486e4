import { InputError } from '@cede/core';

const PIXELS = { in: 96, cm: 96 / 2.54, mm: 96 / 25.4, pt: 96 / 72, px: 1 };
/** Narrower, and names and ticks have no room; wider than any page. */
const [NARROWEST, WIDEST] = [240, 4000];

/** A length as papers give it: 3.3in, 84mm, 240pt. In pixels; `option` is named where it is refused. */
export const pixelsOf =
  (option: string) =>
  (text: string): number => {
    const [, amount, unit] = /^(\d+(?:\.\d+)?)(in|cm|mm|pt|px)$/.exec(text.trim()) ?? [];
    const pixels = Number(amount) * PIXELS[unit as keyof typeof PIXELS];
    if (!(pixels >= NARROWEST && pixels <= WIDEST))
      throw new InputError(
        `${option}: "${text}" (expected a length from 2.5in to 41in, such as 3.3in, 84mm or 240pt).`,
      );
    return Math.round(pixels);
  };

/** The plot of a narrow figure is flatter: a column of a paper has no room for a tall one. */
export const heightOf = (width = 760) => Math.min(420, Math.max(230, Math.round(0.72 * width)));
