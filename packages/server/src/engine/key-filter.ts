/** Where a key stands: its places are a constant stride apart. */
export interface Key {
  readonly place: number;
  readonly stride: number;
}

/**
 * Which keys may have been used: a Bloom filter over the last idempotency window, in two halves that
 * take turns. "No" is certain and free; "maybe" costs a look into the store. Until the keys of the
 * log are loaded, everything is "maybe".
 */
export class KeyFilter {
  private young: Uint32Array;
  private old: Uint32Array;
  private since: number;
  private loaded = false;
  private readonly mask: number;

  constructor(
    now: number,
    private readonly window: number,
    /** A power of 2. */
    private readonly bits = 1 << 26,
  ) {
    this.young = new Uint32Array(bits / 32);
    this.old = new Uint32Array(bits / 32);
    this.since = now;
    this.mask = bits - 1;
  }

  add({ place, stride }: Key, now: number): void {
    if (now - this.since > this.window) {
      this.old = this.young;
      this.young = new Uint32Array(this.bits / 32);
      this.since = now;
    }
    for (let k = 0; k < 4; k++) {
      const at = (place + Math.imul(k, stride)) & this.mask;
      this.young[at >>> 5] |= 1 << (at & 31);
    }
  }

  has(key: Key): boolean {
    return !this.loaded || this.in(this.young, key) || this.in(this.old, key);
  }

  /** Every key of the log is in: from now on "no" can be trusted. */
  trust(): void {
    this.loaded = true;
  }

  private in(half: Uint32Array, { place, stride }: Key): boolean {
    for (let k = 0; k < 4; k++) {
      const at = (place + Math.imul(k, stride)) & this.mask;
      if ((half[at >>> 5] & (1 << (at & 31))) === 0) return false;
    }
    return true;
  }
}
