import type { ServeSettings } from '../engine/settings.js';
import type { Logger } from '../logger.js';
import type { ServiceFlags } from '../schema/config-file.js';

/** What to serve, and how. Every field is also a key of the config file. */
export interface ServeOptions extends ServiceFlags {
  /** policy.json as text, by the name it is served under; the first is the one at /v1 itself. */
  readonly policies: readonly ServedPolicy[];
  readonly logger?: Logger;
  /** For benchmarks only. */
  readonly emptyRoute?: boolean;
}

/** One policy of a service. */
export interface ServedPolicy {
  readonly name: string;
  readonly text: string;
  /** What errors call it. */
  readonly file?: string;
  readonly settings?: Partial<ServeSettings>;
  readonly challenger?: { readonly text: string; readonly file?: string };
}

/** A service that answers. */
export interface Serving {
  readonly address: string;
  /** What the "listening on" line says in brackets. */
  readonly summary: string;
  /** Reads tokens again, and takes policies whose files changed; no request is dropped. */
  reload(policies?: readonly ServedPolicy[]): Promise<void>;
  /** Finishes what was accepted, then stops. */
  stop(): Promise<void>;
}
