import { createRequire } from 'node:module';
import { BOLD_FILE, FOREIGN, SANS_FILE } from './fonts.js';

const load = createRequire(import.meta.url);

/** An SVG of this room as PNG bytes; `zoom` 2 suits screens and print. */
export function pngOf(svg: string, zoom = 2): Uint8Array {
  // A native library, loaded by those who draw: this door is also opened for a table of text.
  const { Resvg }: typeof import('@resvg/resvg-js') = load('@resvg/resvg-js');
  const image = new Resvg(svg.replaceAll(/font-family="[^"]*"/g, 'font-family="Cede Sans"'), {
    fitTo: { mode: 'zoom', value: zoom },
    font: {
      fontFiles: [SANS_FILE, BOLD_FILE],
      loadSystemFonts: FOREIGN.test(svg),
      defaultFontFamily: 'Cede Sans',
    },
  });
  return image.render().asPng();
}
