import type { Clock } from '../clock.js';
import { Cap, type CapSettings } from '../control/cap.js';
import type { Store } from '../store/contract.js';
import type { Mark } from './reason.js';
import { AUDIT_PART, type ServeSettings } from './settings.js';

interface Caps {
  readonly main: Cap;
  /** The part that only audits may use. */
  readonly audit?: Cap;
}

/** What becomes of a case, and how likely it was to reach the expert. */
export interface Fate {
  readonly deferred: boolean;
  readonly mark: Mark;
  readonly propensity: number;
}

/** The caps of every expert, and who gets a case under them. */
export class ExpertCaps {
  private caps = new Map<string, Caps>();

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly name: string,
  ) {}

  /** Caps that stay the same keep their block. */
  set({ caps, audit }: ServeSettings): void {
    const before = this.caps;
    this.caps = new Map();
    for (const [expert, settings] of Object.entries(caps)) {
      const main = mainPart(settings, audit);
      const known = before.get(expert);
      if (known && JSON.stringify(known.main.settings) === JSON.stringify(main)) {
        this.caps.set(expert, known);
        continue;
      }
      const rest = settings.limit - main.limit;
      const cap = (kind: string, limit: number) =>
        new Cap(this.store, `${this.name}/${expert}/${kind}`, { ...settings, limit }, this.clock);
      this.caps.set(expert, {
        main: cap('main', main.limit),
        ...(rest > 0 && { audit: cap('audit', rest) }),
      });
    }
  }

  /** Whether `fateOf` can answer now; otherwise `prepare` first. */
  ready(expert: string): boolean {
    const caps = this.caps.get(expert);
    return !caps || (caps.main.ready() && (caps.audit?.ready() ?? true));
  }

  async prepare(expert: string): Promise<void> {
    const caps = this.caps.get(expert);
    if (caps && !caps.main.ready()) await caps.main.prepare();
    if (caps?.audit && !caps.audit.ready()) await caps.audit.prepare();
  }

  /**
   * Who gets the case. The coin is drawn before the cap is asked, and audits have a part of the cap
   * of their own; where the cap leaves nothing, the probability of being asked is 0, and says so.
   */
  fateOf(
    mode: ServeSettings['mode'],
    wished: boolean,
    audit: number,
    coin: number,
    expert: string,
    now: number,
  ): Fate {
    const caps = this.caps.get(expert);
    const enforced = mode === 'enforce';
    if (enforced && wished && (!caps || caps.main.take(now)))
      return { deferred: true, mark: '', propensity: 1 };
    const purses = caps ? [caps.audit ?? caps.main, ...(wished ? [] : [caps.main])] : [];
    const open = !caps || purses.some((purse) => purse.open(now));
    const propensity = open ? audit : 0;
    const drawn = coin < propensity;
    if (drawn && (!caps || purses.some((purse) => purse.take(now))))
      return { deferred: true, mark: 'audit', propensity };
    const mark = wished ? (enforced ? 'over-cap' : 'observe') : '';
    return { deferred: false, mark, propensity: drawn ? 0 : propensity };
  }

  /** Gives back what is left of the blocks. */
  async close(): Promise<void> {
    for (const { main, audit } of this.caps.values()) {
      await main.close();
      await audit?.close();
    }
  }
}

/** What of a cap is left when audits have their part. */
function mainPart(settings: CapSettings, audit: number): CapSettings {
  const reserved = audit > 0 ? Math.ceil(settings.limit * AUDIT_PART) : 0;
  return { ...settings, limit: settings.limit - reserved };
}
