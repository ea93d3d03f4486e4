// The public surface of @cede/report: figures, tables and the HTML report, without Node.
export * from './report-data.js';
