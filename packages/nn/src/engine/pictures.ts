import { CONTROL, type Context } from './context.js';

/**
 * The step's images, cropped, flipped and normalised, as bordered float images. A crop moves inside
 * the image padded with black, as torchvision's RandomCrop does before it normalises.
 */
export function placePictures(context: Context, start: number, end: number): void {
  const { heap, integers, layout, pixels, configuration, control } = context;
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
    for (let y = 0; y < height; y++, to += (pitch - width) * channels) {
      const row = y + top;
      for (let x = 0; x < width; x++) {
        const column = (flip ? width - 1 - x : x) + left;
        const inside = row >= 0 && row < height && column >= 0 && column < width;
        const from = source + (row * width + column) * channels;
        for (let c = 0; c < channels; c++) {
          heap[to++] = values[256 * c + (inside ? pixels[from + c] : 0)];
        }
      }
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
