/** A list of numbers as text, `[0.1, -2, 3e-5]`: what JSON calls one. */
export const isTextList = (cell: unknown): cell is string =>
  typeof cell === 'string' && /^\s*\[[^[\]"{}]*\]\s*$/.test(cell);

/** The numbers of such a list; null stays null, and what is no list is given back as it is. */
export function listFromText(cell: unknown): unknown {
  if (!isTextList(cell)) return cell;
  try {
    const list: unknown = JSON.parse(cell.replaceAll(/\bnan\b/gi, 'null'));
    return list;
  } catch {
    return cell;
  }
}

/** How many numbers the lists of a column hold, told by the first one; 1 where there are none. */
export function listWidth(cells: Iterable<unknown>): number {
  for (const cell of cells) {
    if (cell === '' || cell === null || cell === undefined) continue;
    const list = listFromText(cell);
    return Array.isArray(list) && list.length > 1 ? list.length : 1;
  }
  return 1;
}
