import type { Method } from '../method.js';

/** What a choice is made among, the simplest first. */
export interface Shortlist {
  /** Nothing to train, or a straight rule: milliseconds, no seed. */
  readonly closedForms: readonly Method[];
  readonly networks: readonly Twin[];
  /** Networks are tried only for so many of the best straight rules; all of them where left out. */
  readonly twinsTried?: number;
  /** Whether a weighted mean of its members is a candidate too (mix.ts). */
  readonly mixes?: true;
}

/** A network beside its straight twin: where it can't beat that one out of fold it is not offered. */
export interface Twin {
  readonly method: Method;
  readonly twin: string;
  /** Tried on tables with feature columns where there are trees, too; the others gain nothing there. */
  readonly besideTrees?: true;
}
