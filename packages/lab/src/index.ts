export { citations } from './cite.js';
export { corruptLabels, corruptTrain } from './corruption/corrupt.js';
export type {
  ClassNames,
  Corrupted,
  CorruptionSpec,
  CorruptionSummary,
} from './corruption/corruption.js';
export {
  countClasses,
  type Dataset,
  type DatasetMember,
  type LoadOptions,
  type OfficialFile,
  type Split,
  type SplitName,
  takeExamples,
} from './dataset/dataset.js';
export { datasetNames, findDataset, listDatasets, loadDataset } from './dataset/registry.js';
export { type FigureFormat, type FigureLooks, USUAL_LOOKS } from './draw/looks.js';
export type { DownloadProgress } from './fetch/download.js';
export { type Fetched, type FetchOptions, fetchDataset } from './fetch/fetch.js';
export { listing } from './listing.js';
export { LAB_COMMANDS } from './options.js';
export { gainsBesidePaper } from './paper/gains.js';
export { type MarkedRow, markRows } from './paper/marks.js';
export { paperComparison, type ResultRow } from './paper/paper-comparison.js';
export { PAPER_RATES, PAPER_TABLE, type PaperBlock, type PaperRow } from './paper/table.js';
export { type Adjustments, adjustPreset } from './preset/adjust.js';
export { insistOnFittingDataset } from './preset/fits-dataset.js';
export { presetList } from './preset/list.js';
export {
  type CorruptedSide,
  type NetworkSpec,
  networkName,
  type Preset,
  type SplitRule,
  type TrainingSpec,
  trainingOf,
} from './preset/preset.js';
export { checkPreset, parsePreset, readPreset } from './preset/read.js';
export { findPreset, listPresets } from './preset/registry.js';
export { queueCells } from './run/all-functions.js';
export { buildOf } from './run/build.js';
export { drawAll, runFolders } from './run/draw-all.js';
export { drawFolder, type LabProgress, type LabQueue, type LabRun } from './run/draw-folder.js';
export { type LabTables, type MakeTablesOptions, makeTables } from './run/make-tables.js';
export { mergeFolders } from './run/merge.js';
export { type Redrawn, redraw } from './run/redraw.js';
export { type RunAllAsk, runAll } from './run/run-all.js';
export { type RunPresetAsk, runPreset } from './run/run-preset.js';
export { workerContext } from './run/worker-context.js';
