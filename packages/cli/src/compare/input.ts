import type { ComparisonWords } from '@cede/report';
import type { CompareAsk, Comparison, NamedTable } from '@cede/study';
import type { CompareFlags } from './flags.js';

/** What things are called, and what is said beside the numbers. */
export interface ToldBeside
  extends Pick<ComparisonWords, 'title' | 'modelName' | 'expertName' | 'currency' | 'command'> {
  /** Further sentences for the report's warnings. */
  readonly notes?: readonly string[];
  /** Paragraphs for the report alone, which may speak of what was found. */
  readonly remarks?: (comparison: Comparison) => Promise<readonly string[]>;
}

/** What one comparison is made from, its folder and what is said beside its numbers. */
export interface CompareInput {
  readonly fit: NamedTable;
  readonly test: NamedTable;
  readonly between: NamedTable['issues'];
  readonly ask: CompareAsk;
  readonly flags: CompareFlags;
  readonly told: ToldBeside;
  /** The comparison itself, where it has been made already. */
  readonly found?: Comparison;
  /** The comparisons of the other experts, and where their own reports are. */
  readonly others?: { readonly comparison: Comparison; readonly report: string }[];
}
