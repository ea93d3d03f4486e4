/**
 * How wide a text will be, without a browser. The widths are those of DejaVu Sans, the widest of
 * the common sans-serif fonts: what fits by this measure fits in Arial and Helvetica too.
 */
const FIRST = 32;
// biome-ignore format: one line of the table is ten characters or so
const PLAIN = [
  318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
  636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
  575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685,
  611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
  278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];
// biome-ignore format: as above
const BOLD = [
  348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696,
  696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683,
  683, 821, 837, 372, 372, 775, 637, 995, 837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771,
  724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665,
  343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
];

/** In the unit of `size`. A character outside ASCII counts a whole em, the most one can take. */
export function textWidth(text: string, size: number, bold = false): number {
  const widths = bold ? BOLD : PLAIN;
  let thousandths = 0;
  for (const character of text.replaceAll('\u00a0', ' ')) {
    thousandths += widths[character.codePointAt(0)! - FIRST] ?? (bold ? 1140 : 1000);
  }
  return (thousandths / 1000) * size;
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
