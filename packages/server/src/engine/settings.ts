import { leastAudited } from '../control/audit.js';
import type { CapSettings } from '../control/cap.js';
import type { ControlSettings } from '../control/contract.js';

/** How a policy is applied: all that can change while the service runs, besides the policy. */
export interface ServeSettings {
  /** `observe` records and answers "keep" for all but the audited cases. */
  readonly mode: 'enforce' | 'observe';
  readonly control: ControlSettings;
  /** Caps by expert. */
  readonly caps: Readonly<Record<string, CapSettings>>;
  /** Share of cases that are audited. */
  readonly audit: number;
  /** Of the cases with an expert's answer, the share whose truth is asked for. */
  readonly gold: number;
}

export const DEFAULT_SETTINGS: ServeSettings = {
  mode: 'enforce',
  control: { hold: 'fixed' },
  caps: {},
  audit: 0,
  gold: 1,
};

/** The smallest probability with which the truth of a case is asked for. */
export const leastSeen = ({ audit, gold }: Pick<ServeSettings, 'audit' | 'gold'>): number =>
  leastAudited({ share: audit }) * gold;

/** Of a cap, the part that only audits may use, where there are audits. */
export const AUDIT_PART = 0.02;

/** As the service tells them, and as `PUT /v1/policy` takes them: a cap's window in seconds. */
export const capsInSeconds = (caps: ServeSettings['caps']): ServeSettings['caps'] =>
  Object.fromEntries(
    Object.entries(caps).map(([expert, cap]) => [expert, { ...cap, window: cap.window / 1000 }]),
  );
