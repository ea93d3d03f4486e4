/**
 * What needs Node or a terminal: figures as PNG and PDF, curves and tables of a terminal.
 *
 * @module
 */

export type { TerminalOptions } from './ansi.js';
export {
  type ComparisonExtras,
  type ComparisonFile,
  comparisonFiles,
  SOMETIMES_WRITTEN,
} from './comparison-files.js';
export { comparisonText } from './comparison-text.js';
export { PDF_LIBRARY, pdfLibrary, pdfOf } from './pdf.js';
export { pngOf } from './png.js';
export { terminalCosts } from './terminal-costs.js';
export { type CurveOptions as TerminalCurveOptions, terminalCurve } from './terminal-curve.js';
export { terminalMarkdown } from './terminal-markdown.js';
export { terminalTable } from './terminal-table.js';
