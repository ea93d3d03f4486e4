import { countsCosts, type Policy } from '@cede/core';

/** Which method learns from a cost matrix. */
const BY_COST = 'drcpe-cost';

interface Asked {
  readonly method?: string;
  readonly costMatrix?: string;
}

/** Whoever gives a matrix and names no method wants it used: auto would compare accuracies. */
export function costMethod<Flags extends Asked>(flags: Flags): { flags: Flags; notes: string[] } {
  if (flags.costMatrix === undefined || flags.method !== undefined) return { flags, notes: [] };
  return {
    flags: { ...flags, method: BY_COST },
    notes: [
      `The method is ${BY_COST}, which learns from the cost matrix; auto compares accuracies, so it was not asked.`,
    ],
  };
}

export const unusedMatrixWarning = ({ method, costMatrix }: Asked): string[] =>
  costMatrix !== undefined && method !== undefined && !countsCosts(method)
    ? [
        `${method} makes no use of the cost matrix: it counts right and wrong. Methods that learn costs begin with ${BY_COST}.`,
      ]
    : [];

/** A scorer that says the same of every case hands over all of them or none. */
export function constantScoreWarning({ method, choice, calibration, scorer }: Policy): string[] {
  if (choice || calibration.rows < 2 || calibration.bins.length > 1) return [];
  const decay = scorer.networks.length > 0 ? '--weight-decay 0.0001, or ' : '';
  return [
    `${method} gives every calibration row the same score, so it hands over all cases or none. Try ${decay}another --method (auto compares several).`,
  ];
}
