/** A share of the cases that the model would answer goes to the expert all the same, to learn. */
export interface AuditOptions {
  /** About this share of all cases. */
  readonly share: number;
  /** Of that, the part every case has alike; the rest goes to cases near the threshold. */
  readonly floorPart?: number;
}

/** How far from the threshold, on the scale of ranks, a case counts as near. */
const NEAR = 0.1;
const FLOOR_PART = 0.5;

/** The least probability that a case is audited, wherever it stands. */
export const leastAudited = ({ share, floorPart = FLOOR_PART }: AuditOptions): number =>
  share * floorPart;

/**
 * The probability that a case of this rank is audited: never below a floor, and higher near the
 * threshold, where the next setting of the dial is decided. It averages to about the asked share.
 */
export function auditProbability(audit: AuditOptions, rank: number, threshold: number): number {
  const { share } = audit;
  if (share <= 0) return 0;
  const floor = leastAudited(audit);
  const distance = Math.abs(rank - Math.min(1, Math.max(0, threshold)));
  // A triangle around the threshold whose mean over all ranks is 1.
  const near = distance < NEAR ? (1 - distance / NEAR) / NEAR : 0;
  return Math.min(1, floor + (share - floor) * near);
}
