import type { CompareAsk } from '@cede/study';
import type { AnswersFlags } from '../options/answers.js';
import type { OutputFlags } from '../options/output.js';
import type { QueueFlags } from '../options/queue.js';
import type { TableFlags } from '../options/table.js';
import { fitOptions, type TrainingFlags } from '../options/training.js';

/** What `cede compare` was asked for. */
export interface CompareFlags
  extends TableFlags,
    TrainingFlags,
    OutputFlags,
    AnswersFlags,
    QueueFlags {
  out: string;
  methods?: string[];
  method?: string;
  /** Where it is left out, the verdict on the fitting table sets it. */
  rate?: number;
  rates: number[];
  seeds: number;
  testShare?: number;
  /** Results of other tables or options in the folder may go. */
  overwrite?: boolean;
  calibrationShare: number;
  paper?: boolean;
  /** What a wrong answer costs, and the mean cost per case that may be spent. */
  errorCost?: number;
  budget?: number;
  figureWidth?: number; // in pixels
  /** What people call things: the report, the model, the expert, the money. */
  title?: string;
  modelName?: string;
  expertName?: string;
  currency?: string;
}

/** The flags as the question that they ask. */
export function askOf(flags: CompareFlags): CompareAsk {
  const { methods, method, rate, rates, seeds, calibrationShare } = flags;
  const { errorCost, budget, answers, combine } = flags;
  return {
    ...{ methods, method, rate, rates, seeds, calibrationShare },
    training: fitOptions(flags),
    measures: {
      ...{ errorCost, budget, answers, combine },
      bands: flags.paper ? 'seeds' : 'rows-and-seeds',
      groupColumn: flags.group,
    },
  };
}
