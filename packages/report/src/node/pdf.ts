import { InputError } from '@cede/core';
import { BOLD_FILE, FOREIGN, SANS_FILE } from './fonts.js';
import { type SvgElement, svgElements } from './svg-elements.js';

type Page = InstanceType<typeof import('pdfkit')>;

/** The version that is tested. */
export const PDF_LIBRARY = 'pdfkit@0.20.2';

type LoadPdf = () => Promise<typeof import('pdfkit')>;
const loadPdf: LoadPdf = async () => (await import('pdfkit')).default;

/** The library, or what to install: asked before anything long begins whose figures it draws. */
export function pdfLibrary(load = loadPdf): ReturnType<LoadPdf> {
  return load().catch((error: NodeJS.ErrnoException) => {
    throw new InputError(
      error.code === 'ERR_MODULE_NOT_FOUND'
        ? `A figure as PDF needs pdfkit, which is not installed: run npm install ${PDF_LIBRARY} where cede is installed.`
        : `pdfkit is installed but can't be loaded (${error.message.split('\n')[0]}). Install it again: npm install ${PDF_LIBRARY}`,
    );
  });
}

/** Points of a PDF in a pixel of an SVG: 72 against 96 to the inch. */
const POINTS = 0.75;

/**
 * An SVG of this room as a vector PDF of the same size on paper, its fonts embedded. The library is an
 * optional peer: it takes 20 MB, and only papers need it.
 */
export async function pdfOf(svg: string, load?: LoadPdf): Promise<Uint8Array> {
  const foreign = FOREIGN.exec(svg);
  if (foreign)
    throw new InputError(
      `PDF: the figure has a letter that its font lacks (${foreign[0]}). Take SVG or PNG, or name it in Latin letters.`,
    );
  const Document = await pdfLibrary(load);
  const root = svgElements(svg);
  const size = [root.attributes.width, root.attributes.height].map((side) => POINTS * Number(side));
  const page = new Document({
    size: size as [number, number],
    margin: 0,
    // The same figure gives the same bytes: no hour of making, which the file's id hangs on too.
    info: { CreationDate: new Date(0), Producer: 'cede', Creator: 'cede' },
  });
  const parts: Buffer[] = [];
  page.on('data', (part: Buffer) => parts.push(part));
  const finished = new Promise<void>((resolve, reject) => {
    page.on('end', resolve);
    page.on('error', reject);
  });
  page.registerFont('sans', SANS_FILE).registerFont('bold', BOLD_FILE).scale(POINTS);
  drawInside(page, root, new Map());
  page.end();
  await finished;
  return Buffer.concat(parts);
}

type Clips = Map<string, SvgElement>;

function drawInside(page: Page, element: SvgElement, clips: Clips): void {
  for (const child of element.children)
    if (child.name === 'clipPath') clips.set(child.attributes.id, child.children[0]);
  for (const child of element.children) draw(page, child, clips);
}

/** Every kind of element that our figures have; another one is a mistake of ours, not to be left out. */
function draw(page: Page, element: SvgElement, clips: Clips): void {
  const { name, attributes } = element;
  if (attributes.visibility === 'hidden') return;
  const number = (key: string, otherwise = 0) => Number(attributes[key] ?? otherwise);
  switch (name) {
    case 'title':
    case 'desc':
    case 'clipPath':
      return;
    case 'svg':
    case 'g': {
      page.save().translate(...movedBy(attributes));
      const clip = /^url\(#(.+)\)$/.exec(attributes['clip-path'] ?? '');
      if (clip) box(page, clips.get(clip[1])!.attributes).clip();
      drawInside(page, element, clips);
      page.restore();
      return;
    }
    case 'rect':
      paint(page, attributes, () => box(page, attributes));
      return;
    case 'circle':
      paint(page, attributes, () => page.circle(number('cx'), number('cy'), number('r')));
      return;
    case 'path':
      paint(page, attributes, () => page.path(attributes.d));
      return;
    case 'text':
      write(page, element);
      return;
    default:
      throw new Error(`PDF: an SVG element <${name}> that no figure had before`);
  }
}

/** How far an element's inside is moved. */
function movedBy({ x = '0', y = '0', transform }: SvgElement['attributes']): [number, number] {
  if (transform === undefined) return [Number(x), Number(y)];
  const found = /^translate\(([-\d.]+),([-\d.]+)\)$/.exec(transform);
  if (!found) throw new Error(`PDF: a transform that no figure had before: ${transform}`);
  return [Number(found[1]), Number(found[2])];
}

function box(page: Page, { x = '0', y = '0', width, height }: SvgElement['attributes']): Page {
  return page.rect(Number(x), Number(y), Number(width), Number(height));
}

function paint(page: Page, attributes: SvgElement['attributes'], shape: () => void): void {
  const { fill = 'black', stroke = 'none' } = attributes;
  page.save();
  if (fill !== 'none') {
    page.fillColor(fill, Number(attributes['fill-opacity'] ?? 1));
    shape();
    page.fill();
  }
  if (stroke !== 'none') {
    page.lineWidth(Number(attributes['stroke-width'] ?? 1)).strokeColor(stroke);
    page.lineJoin(attributes['stroke-linejoin'] === 'round' ? 'round' : 'miter');
    const dash = attributes['stroke-dasharray'];
    // The type knows one length, the library takes the whole pattern.
    if (dash) page.dash(dash.split(/[ ,]+/).map(Number) as unknown as number, {});
    shape();
    page.stroke();
  }
  page.restore();
}

/** A rim (`paint-order`) lies below the letters. */
function write(page: Page, { attributes, text }: SvgElement): void {
  if (text === '') return;
  const size = Number(attributes['font-size'] ?? 12);
  const heavy = ['bold', '600', '700'].includes(attributes['font-weight'] ?? '');
  page.font(heavy ? 'bold' : 'sans').fontSize(size);
  const width = page.widthOfString(text);
  const back = { middle: 0.5, end: 1 }[attributes['text-anchor'] ?? 'start'] ?? 0;
  const [x, y] = [Number(attributes.x) - back * width, Number(attributes.y)];
  const how = { lineBreak: false, baseline: 'alphabetic' } as const;
  page.save();
  if (attributes['paint-order'] === 'stroke') {
    page.lineWidth(Number(attributes['stroke-width'])).lineJoin('round');
    page.strokeColor(attributes.stroke).text(text, x, y, { ...how, fill: false, stroke: true });
  }
  page.fillColor(attributes.fill ?? 'black').text(text, x, y, how);
  page.restore();
}
