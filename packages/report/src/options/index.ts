/**
 * What the options of a command are about, by name. Loads nothing else, so that a command starts fast.
 *
 * @module
 */

import { POLICY_DEFAULTS } from '@cede/core';

/** What `cede compare` may be told. */
export const COMPARE_OPTIONS = {
  '--out <folder>': 'where everything goes; a run that was stopped resumes there',
  '--methods <names>': 'comma-separated (default: the baselines, drcpe and the bounds)',
  '--method <name>':
    'the method the finding is about (default: auto, which chooses on the fitting table)',
  '--rate <share>':
    'the rate the finding is about (default: chosen by the verdict on the fitting table, else 0.2)',
  '--rates <shares>': 'columns of the table',
  '--seeds <n>': 'seeds, counted from --seed',
  '--test-share <share>': 'cut this share off the one table for testing',
  '--calibration-share <share>': 'kept from the deployed fit',
  '--error-cost <c>': 'what a wrong answer costs',
  '--budget <c>': 'mean cost per case that may be spent',
  '--jobs <n>': 'worker threads (default: all cores)',
  '--title <text>': 'title of the report',
  '--model-name <name>': 'what people call the model',
  '--expert-name <name>': 'what people call the expert',
  '--currency <sign>': 'what costs are in: $, €, CHF',
  '--figure-width <length>': 'figures for a paper, as PDF too: 3.3in, 84mm, 240pt',
  '--overwrite': 'the folder may hold results of other tables or options, which then go',
  '--paper': "bands and marks go by the spread over seeds, as the paper's do",
} as const;

/** What `cede fit` may be told. */
export const FIT_OPTIONS = {
  '-o, --output <file>': 'where the policy goes',
  '--method <name>': 'how to score (default: auto, which chooses by cross-validation)',
  '--rate <share>': `hand over this share of cases (default: ${POLICY_DEFAULTS.rate})`,
  '--cost <c>': 'or: what a hand-over costs, in errors',
  '--density-ratio <t>': 'or: hand over where the density ratio is at most this',
  '--budget <c>': 'or: mean cost per case (needs cost columns)',
  '--calibration-share <share>': 'rows kept from training to set thresholds on',
  '--members <n>': 'networks, averaged (default: 5 with auto, else 1)',
  '--error-cost <c>': 'what a wrong answer costs: auto then chooses by cost',
  '--jobs <n>': 'worker threads for auto (default: all cores)',
  '--sample <n>': 'fit on so many rows drawn at random, and say what that costs',
  '--model-version <text>': "the frozen model's version, kept with the policy",
} as const;

/** What `cede predict` may be told. */
export const PREDICT_OPTIONS = {
  '--model <onnx>': 'the cheap model',
  '--expert <onnx>': 'the expensive one',
  '--images <npz>': 'arrays images and labels (or x and y; with --split test_images, test_labels)',
  '-o, --output <table>': 'CSV, JSONL, Parquet or NPZ',
  '--split <name>': 'which part of the file: train, val or test',
  '--classes <names>': 'class names',
  '--scale <x>': 'divide pixels by this first, such as 255',
  '--mean <list>': 'then subtract, per channel',
  '--std <list>': 'and divide, per channel',
  '--layout <order>': "the models' input (told by their shape where it can be)",
} as const;

/** What `cede score` may be told. */
export const SCORE_OPTIONS = {
  '-o, --output <folder>': 'a Parquet file for each part; a stopped run goes on there',
  '--keep <columns>': 'columns of the parts to stand beside the scores (default: the id)',
} as const;

/** What `cede export` may be told. */
export const EXPORT_OPTIONS = {
  '--onnx <file>': 'an ONNX file, its features inside the graph',
  '--sql <file>': 'one SQL statement, from probabilities to decisions',
  '--dialect <name>': 'for which engine the statement is',
  '--table <name>': 'the table it reads, as the engine writes it (default: predictions)',
  '--model <columns>': 'its columns of probabilities: a list with commas, or resnet_p*',
  '--keep <columns>': 'columns it hands through beside the decision (default: id)',
  '--js <file>': 'one JavaScript file without dependencies (.cjs for CommonJS)',
} as const;

/** What `cede decide` may be told. */
export const DECIDE_OPTIONS = {
  '--strict': 'stop at the first bad line instead of answering it with an error',
  '--top <n>':
    'from a file: the n cases that gain most from the expert, best first; where groups have their own thresholds, those furthest below theirs',
  '--json': 'with --top: one JSON document',
  '--quiet': 'print nothing but errors',
} as const;
