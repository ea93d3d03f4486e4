import { join } from 'node:path';
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
