import type { Presentation } from '@cede/report';
import type { CompareAsk, Comparison, NamedTable } from '@cede/study';
import type { CompareFlags } from './flags.js';

/** What one comparison is made from, its folder and what is said beside its numbers. */
export interface CompareInput {
  readonly fit: NamedTable;
  readonly test: NamedTable;
  readonly between: NamedTable['issues'];
  readonly ask: CompareAsk;
  readonly flags: CompareFlags;
  readonly title: string;
  /** What people call the model, the expert and the money. */
  readonly names?: Pick<Presentation, 'modelName' | 'expertName' | 'currency'>;
  /** Further sentences for the report's warnings. */
  readonly notes?: readonly string[];
  /** Paragraphs for the report alone, which may speak of what was found. */
  readonly remarks?: (comparison: Comparison) => Promise<readonly string[]>;
  /** How the command is written down, where it was not `compare` itself. */
  readonly command?: string;
  /** The comparison itself, where it has been made already. */
  readonly found?: Comparison;
  /** The comparisons of the other experts, and where their own reports are. */
  readonly others?: { readonly comparison: Comparison; readonly report: string }[];
}
