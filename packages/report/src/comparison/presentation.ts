import type { Fact } from '../report-data.js';

/** What a report says beside its document: how it was made, and for whom. */
export interface Presentation {
  readonly title: string;
  /** What people call the model and the expert, where not as the table does. */
  readonly modelName?: string;
  readonly expertName?: string;
  /** What costs are in: "$", "€", "CHF". */
  readonly currency?: string;
  /** The command that makes the same report again, and the version that made this one. */
  readonly command: string;
  readonly version: string;
  /** How the headline's method was chosen without the test table, as in "…, was set {how}". */
  readonly chosenHow: string;
  /** What to try where something simpler does as well as the headline's method: one sentence. */
  readonly advice?: string;
  readonly facts: readonly Fact[];
  /** What the check of the tables found; `leaks` are those that say that tested rows were fitted. */
  readonly warnings: readonly string[];
  readonly leaks?: readonly string[];
  readonly remarks?: readonly string[];
  /** Where the other experts' own reports are, by name, as paths from this one. */
  readonly expertReports?: Readonly<Record<string, string>>;
}
