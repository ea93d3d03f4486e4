/**
 * Documents of a study as results.json, figures, tables and the HTML report. Without Node.
 *
 * @module
 */

export {
  addedMethod,
  type ComparisonRemarks,
  type ComparisonWords,
  comparisonPresentation,
} from './comparison/comparison-presentation.js';
export type { Presentation } from './comparison/presentation.js';
export { toReport } from './comparison/to-report.js';
export type { CurveFigure, FigureLine, FigureMethod } from './figure/curve-figure.js';
export type { CurveOptions } from './figure/curve-layout.js';
export {
  type CurvesSvgOptions,
  costsSvg,
  curvesCaption,
  curvesSvg,
  drawCurves,
  figureCaption,
} from './figure/curves-svg.js';
export { type HistogramOptions, histogramSvg } from './figure/histogram-svg.js';
export type { Theme } from './figure/palette.js';
export {
  answeredSentence,
  choiceSentence,
  deployedSentence,
  rateSentence,
} from './headline/chosen.js';
export { claimOf, headlineText } from './headline/claim.js';
export { renderReport } from './html/render-report.js';
export { displayName } from './method-names.js';
export { percent } from './number.js';
export { heightOf } from './paper-width.js';
export * from './report-data.js';
export { type MethodResults, type Results, toResults } from './results.js';
export { costsCsv } from './table/costs-csv.js';
export { curvesCsv } from './table/curves-csv.js';
export { measuresNote } from './table/rows.js';
export { blocksLatex, tableLatex } from './table/table-latex.js';
export { tableMarkdown } from './table/table-markdown.js';
export { validateReportData } from './validate.js';
