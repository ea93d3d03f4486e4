import { optionText } from '@cede/core';
import type { Comparison } from '@cede/study';
import { commandLine } from '../words/command-line.js';
import { metricFacts, trainingFacts } from '../words/comparison-facts.js';
import type { Presentation } from './presentation.js';

/** What things are called, and how the comparison was asked for. */
export interface ComparisonWords
  extends Pick<Presentation, 'title' | 'modelName' | 'expertName' | 'currency' | 'version'> {
  /** How the command is written down, where it was not `compare` itself. */
  readonly command?: string;
  /** What was typed behind `cede`. */
  readonly typed: readonly string[];
  /** The method of the finding and the methods listed, where they were named. */
  readonly asked: { readonly method?: string; readonly methods?: readonly string[] };
  /** The comparisons of the other experts, and where their own reports are. */
  readonly others: readonly { readonly comparison: Comparison; readonly report: string }[];
}

/** What is said beside the numbers. */
export interface ComparisonRemarks {
  /** What the checks of the tables found, and those findings that say that tested rows were fitted. */
  readonly warned: readonly string[];
  readonly leaks: readonly string[];
  readonly remarks?: readonly string[];
}

const advice = () =>
  `Try ${optionText('method', 'auto')}, which chooses a method by cross-validation, before the test rows are seen.`;

/** The words of a comparison's report. */
export function comparisonPresentation(
  comparison: Comparison,
  { command, typed, asked, others, ...named }: ComparisonWords,
  { warned, leaks, remarks }: ComparisonRemarks,
): Presentation {
  const { method } = comparison.headline;
  return {
    ...named,
    command: command ?? commandLine(typed),
    chosenHow: chosenHow(asked.method, method, command === undefined),
    // Only `compare` itself has the option.
    ...(command === undefined && method !== 'auto' && { advice: advice() }),
    facts: [
      ...trainingFacts(comparison),
      ...addedMethod(method, asked).map((value) => ({ name: `Added: ${method}`, value })),
      ...metricFacts(comparison),
    ],
    warnings: warned,
    leaks,
    ...(remarks && { remarks }),
    expertReports: Object.fromEntries(
      others.map(({ comparison: other, report }) => [other.expert.name, report]),
    ),
  };
}

function chosenHow(asked: string | undefined, method: string, isCompare: boolean): string {
  if (method === 'auto') return 'by cross-validation on the fitting rows';
  if (asked !== undefined) return `by ${optionText('method')}`;
  return `as the default${isCompare ? ` (${optionText('method')} names another)` : ''}`;
}

/** The headline needs a method: the default one takes part even where others were listed. */
export function addedMethod(
  chosen: string,
  { method, methods }: ComparisonWords['asked'],
): string[] {
  return method !== undefined || !methods || methods.includes(chosen)
    ? []
    : [
        `${chosen} was not asked for: it is the default method, which the finding is about. Choose another with ${optionText('method')}.`,
      ];
}
