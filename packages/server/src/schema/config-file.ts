import type { ControlKind } from '../control/contract.js';

/** How one policy is applied: flags of `cede serve`, and keys of a policy in its config file. */
export interface PolicyFlags {
  readonly observe?: boolean;
  readonly enforce?: boolean;
  readonly rate?: number;
  readonly hold?: ControlKind;
  readonly target?: number;
  readonly largestCost?: number;
  readonly clamp?: boolean;
  /** "1000/hour", for the first expert; or by expert. */
  readonly cap?: string | Readonly<Record<string, string>>;
  readonly pace?: boolean;
  readonly audit?: number;
  readonly gold?: number;
  readonly challenger?: string;
}

/** Where a service listens and what it keeps, whatever it serves. */
export interface ServiceFlags {
  readonly host?: string;
  /** 0 takes a free port. */
  readonly port?: number;
  /** A file, or postgres://…; in memory where left out. */
  readonly store?: string;
  readonly durability?: 'strict' | 'relaxed';
  /** A file of hashed tokens. */
  readonly tokens?: string;
  /** Seconds for which a key stands for the same request (24 h). */
  readonly idempotency?: number;
  /** Days after which decisions are removed; kept for ever where left out. */
  readonly retention?: number;
  readonly bodyLimit?: number;
  readonly mostAtOnce?: number;
}

/** The flags of `cede serve`, and with the same names the keys of its config file. */
export interface ServeFlags extends PolicyFlags, ServiceFlags {}

/** A config file: flags for the service and, by name, policies with flags of their own. */
export interface ConfigFile extends ServeFlags {
  readonly policy?: string;
  readonly policies?: Readonly<Record<string, PolicyFlags & { readonly policy: string }>>;
}
