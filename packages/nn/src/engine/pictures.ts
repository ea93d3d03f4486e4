import { CONTROL, type Context } from './context.js';

/**
 * The step's images, cropped, flipped and normalised, as bordered float images. A crop moves inside
 * the image padded with black, as torchvision's RandomCrop does before it normalises.
 */
export function placePictures(context: Context, start: number, end: number): void {
  const { integers, layout, configuration, control } = context;
  const { height, width, channels } = configuration.spec;
  const { pitch, size, inner } = layout.pictureBorder;
  const values = normalised(context);
  const padding = control[CONTROL.padding];
  for (let n = start; n < end; n++) {
    const pick = layout.picks / 4 + 4 * n;
    const source = integers[pick] * height * width * channels;
    const top = integers[pick + 1] - padding;
    const left = integers[pick + 2] - padding;
    const flip = integers[pick + 3] !== 0;
    let to = (layout.pictures + inner) / 4 + n * size;
    for (let y = 0; y < height; y++, to += pitch * channels) {
      const row = y + top;
      const inside = row >= 0 && row < height;
      placeRow(context, values, to, inside ? source + row * width * channels : -1, left, flip);
    }
  }
}

/** One row of the picture from one of the image (−1: none, all black), moved by `left` and mirrored. */
function placeRow(
  { heap, pixels, configuration }: Context,
  values: Float32Array,
  to: number,
  source: number,
  left: number,
  flip: boolean,
): void {
  const { width, channels } = configuration.spec;
  for (let c = 0; c < channels; c++) {
    const table = 256 * c;
    const black = values[table];
    for (let x = 0, at = to + c; x < width; x++, at += channels) {
      const column = left + (flip ? width - 1 - x : x);
      heap[at] =
        source < 0 || column < 0 || column >= width
          ? black
          : values[table + pixels[source + column * channels + c]];
    }
  }
}

const tables = new WeakMap<Context, Float32Array>();

/** What each of the 256 byte values is to the network, a channel after the other. */
function normalised(context: Context): Float32Array {
  const known = tables.get(context);
  if (known) return known;
  const { mean, deviation } = context.configuration.spec;
  const table = new Float32Array(256 * mean.length);
  for (let n = 0; n < table.length; n++) {
    const c = n >> 8;
    table[n] = ((n & 255) / 255 - mean[c]) / deviation[c];
  }
  tables.set(context, table);
  return table;
}
