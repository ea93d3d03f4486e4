import { join } from 'node:path';
import { InputError } from '@cede/core';
import { pdfOf, pngOf } from '@cede/report/node';
import { writeOutput } from '@cede/run/node';
import type { BandKind } from '@cede/study';

export type FigureFormat = 'svg' | 'png' | 'pdf';

/** How figures look; what they show is the run's. */
export interface FigureLooks {
  readonly formats: readonly FigureFormat[];
  /** In pixels, 96 to the inch; 760 unless told. */
  readonly width?: number;
  /** The paper's spread over seeds, or intervals over test images, scorers and networks. */
  readonly bands: BandKind;
  /** Whether sentences stand in the figure; they are in its caption in any case. */
  readonly notes: boolean;
}

export const USUAL_LOOKS: FigureLooks = { formats: ['svg', 'png'], bands: 'seeds', notes: false };

const PIXELS = { in: 96, cm: 96 / 2.54, mm: 96 / 25.4, pt: 96 / 72, px: 1 };
/** Narrower, and names and ticks have no room; wider than any page. */
const [NARROWEST, WIDEST] = [240, 4000];

/** A length as papers give it: 3.3in, 84mm, 240pt. In pixels. */
export function pixelsOf(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(in|cm|mm|pt|px)$/.exec(text.trim()) ?? [];
  const pixels = Number(amount) * PIXELS[unit as keyof typeof PIXELS];
  if (!(pixels >= NARROWEST && pixels <= WIDEST))
    throw new InputError(
      `width: "${text}" (expected a length from 2.5in to 41in, such as 3.3in, 84mm or 240pt).`,
    );
  return Math.round(pixels);
}

/** The plot of a narrow figure is flatter: a column of a paper has no room for a tall one. */
export const heightOf = (width = 760) => Math.min(420, Math.max(230, Math.round(0.72 * width)));

/** A figure in every format that is wanted. Returns the files. */
export async function writeFigure(
  dir: string,
  name: string,
  svg: string,
  formats: readonly FigureFormat[],
): Promise<string[]> {
  const made: Record<FigureFormat, () => string | Uint8Array | Promise<Uint8Array>> = {
    svg: () => svg,
    png: () => pngOf(svg),
    pdf: () => pdfOf(svg),
  };
  const files: string[] = [];
  for (const format of formats) {
    const file = join(dir, `${name}.${format}`);
    await writeOutput(file, await made[format]());
    files.push(file);
  }
  return files;
}
