/**
 * How wide a text will be, without a browser. The widths are those of DejaVu Sans, the widest of
 * the common sans-serif fonts: what fits by this measure fits in Arial and Helvetica too.
 */
const FIRST = 32;
// biome-ignore format: one line of the table is ten characters or so
const ASCII = [
  318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
  636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
  575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685,
  611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
  278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];
const BOLD_FACTOR = 1.14;

/** In the unit of `size`. A character outside ASCII counts a whole em, the most one can take. */
export function textWidth(text: string, size: number, bold = false): number {
  let thousandths = 0;
  for (const character of text.replaceAll('\u00a0', ' ')) {
    thousandths += ASCII[character.codePointAt(0)! - FIRST] ?? 1000;
  }
  return (thousandths / 1000) * size * (bold ? BOLD_FACTOR : 1);
}

/** Cut to a width, with an ellipsis where something was cut. */
export function fitText(text: string, width: number, size: number, bold = false): string {
  if (textWidth(text, size, bold) <= width) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, size, bold) > width) {
    characters.pop();
  }
  return `${characters.join('').trimEnd()}…`;
}
