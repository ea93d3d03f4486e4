import type { AnswersMode } from '../answers/mode.js';
import type { InputError } from '../error.js';
import type { FeatureKind } from '../features/spec.js';
import type { RatioName } from '../ratio/registry.js';
import type { Scorer } from '../scorer/scorer.js';
import type { Table } from '../table/table.js';
import type { TrainOptions } from '../train/options.js';
import type { Choice } from './choice.js';

/** A way to decide who answers. One file each; registry.ts finds them by name. */
export interface Method {
  /** The canonical name: what `parseMethod` prints and `results.json` keys. */
  readonly name: string;
  readonly family: Family;
  /** Whether another seed gives another scorer. */
  readonly seeded: boolean;
  /** Whether a policy can be made of it. */
  readonly deployable: boolean;
  /** Its loss has no closed form, so that a straight rule can't minimise it. */
  readonly networkOnly?: true;
  /** It turns cases away: its policies hand over to nobody (table/expert-kinds/nobody.ts). */
  readonly asksNobody?: true;
  /** It needs no expert: it makes sense where there is nobody to ask, too. */
  readonly worksAlone?: true;
  /** Why it can't be used on this table: a refusal that nobody has thrown yet, or null. */
  whyUnusable(table: Table, expert: number): InputError | null;
  fit(table: Table, options?: FitOptions): Fitted;
}

/** One colour in every picture. */
export type Family = 'confidence' | 'two-stage' | 'comparison' | 'drcpe' | 'random' | 'oracle';

/** How a method is fitted: which expert, which features, and how it is trained. */
export interface FitOptions extends TrainOptions {
  /** Which of the table's experts; the first by default. */
  readonly expert?: number;
  readonly features?: FeatureKind;
  /** The shape of what is fitted: a network, or a straight rule in closed form. */
  readonly scorer?: ScorerShape;
  /** Networks with different seeds, averaged. */
  readonly members?: number;
  /** The exponent of `gce`. */
  readonly q?: number;
  /** For `auto`: the rate that matters; all of them unless told. */
  readonly near?: number;
  /** How whoever gives probabilities answers: what counts as right, and what errors cost. */
  readonly answers?: AnswersMode;
  /** Whether the expert's answers are joined with the model's before they count. */
  readonly combine?: boolean;
  /** For `auto`: what each wrong answer costs, where no matrix says. */
  readonly errorCost?: number;
  /** For `choose`: what it chooses among; `auto` unless told. */
  readonly shortlist?: ShortlistName;
}

/** The shape of a scorer: a network, or a straight rule. */
export type ScorerShape = 'network' | 'linear';

/** What a choice is made among: of everything, or of the members of DR CPE. */
export type ShortlistName = 'auto' | 'drcpe-auto';

/** A method fitted on a table. */
export interface Fitted {
  /** Scores of any table with the same inputs; low = defer. */
  score(table: Table): Float32Array;
  /** Absent where the method sees the labels. */
  readonly scorer?: Scorer;
  /** For methods that estimate a density ratio: how a score is read as one. */
  readonly density?: Density;
  /** For `auto`: which method this is, and why. */
  readonly choice?: Choice;
}

/** What turns a score into a normalised density ratio. */
export interface Density {
  readonly ratio: RatioName;
  /** Z/(Z + Z_expert). */
  readonly pi: number;
}
