import type { Policy, Setting } from '@cede/core';

/**
 * What becomes of the cases that the model doesn't answer, in words: an expert gets them, or, with
 * nobody to ask, they are turned away. One file for each; registry.ts finds the one that a policy or
 * a document needs, so that no sentence asks again.
 */
export interface HandingWords {
  /** "hands over", "handed over" */
  readonly handsOver: string;
  readonly handedOver: string;
  /** A threshold below and one above every score, in a sentence and below a column of numbers. */
  readonly nothing: string;
  readonly everything: string;
  readonly nothingNote: string;
  /** What the policy is compared with. */
  readonly alone: string;
  /** What always asking would cost, behind a line of costs. */
  alwaysAsking(cost: string): string;
  /** Errors at a certified threshold, behind the rate; among the kept cases where those were promised. */
  estimate(wrong: string, gain: string, keptWrong?: string): string;
  /** Errors and answers together, behind what answers cost; empty where answers cost nothing more. */
  inAll(total: string, alone: string): string;
  /** What a setting of the dial brings on the calibration rows, behind its rate. */
  behindRate(policy: Policy, there: DialSetting): string;
  /** A fresh policy: what it does at its threshold, and what happens without it. */
  fitted(policy: Policy, there: DialSetting, where: string): string;
  /** Whom it asks, as a sentence behind what it sees; empty for nobody. */
  asked(expert: string): string;
}

/** A setting of the dial: the share handed over, and what that is worth. */
export type DialSetting = Pick<Setting, 'rate' | 'value'>;
