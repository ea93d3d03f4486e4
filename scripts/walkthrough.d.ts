/** A run of prose or of code. */
export interface Cell {
  readonly kind: 'prose' | 'code';
  readonly text: string;
}
/** Comment lines at the margin, and the code between them. */
export function cellsOf(source: string): Cell[];
/** The page, from the cells and what each piece of code printed. */
export function walkthroughPage(cells: readonly Cell[], printed: readonly string[]): string;
