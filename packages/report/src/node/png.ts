import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const load = createRequire(import.meta.url);

const FONTS = ['cede-sans.ttf', 'cede-sans-bold.ttf'].map((name) =>
  fileURLToPath(new URL(`../../fonts/${name}`, import.meta.url)),
);

/** Scripts the own font has no letters for; only then may the machine's fonts decide the look. */
const FOREIGN =
  /[\u0180-\u036f\u0460-\u200f\u2031-\u218f\u2194-\u2211\u2213-\u225f\u2266-\ufffc]|[\u{10000}-\u{10ffff}]/u;

/** An SVG of this room as PNG bytes; `zoom` 2 suits screens and print. */
export function pngOf(svg: string, zoom = 2): Uint8Array {
  // A native library, loaded by those who draw: this door is also opened for a table of text.
  const { Resvg }: typeof import('@resvg/resvg-js') = load('@resvg/resvg-js');
  const image = new Resvg(svg.replaceAll(/font-family="[^"]*"/g, 'font-family="Cede Sans"'), {
    fitTo: { mode: 'zoom', value: zoom },
    font: {
      fontFiles: FONTS,
      loadSystemFonts: FOREIGN.test(svg),
      defaultFontFamily: 'Cede Sans',
    },
  });
  return image.render().asPng();
}
