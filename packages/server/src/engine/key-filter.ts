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

  constructor(
    now: number,
    private readonly window: number,
    private readonly bits = 1 << 26,
  ) {
    this.young = new Uint32Array(bits / 32);
    this.old = new Uint32Array(bits / 32);
    this.since = now;
  }

  add(print: Buffer, now: number): void {
    if (now - this.since > this.window) {
      this.old = this.young;
      this.young = new Uint32Array(this.bits / 32);
      this.since = now;
    }
    for (let k = 0; k < 4; k++) {
      const at = this.place(print, k);
      this.young[at >>> 5] |= 1 << (at & 31);
    }
  }

  has(print: Buffer): boolean {
    return !this.loaded || this.in(this.young, print) || this.in(this.old, print);
  }

  /** Every key of the log is in: from now on "no" can be trusted. */
  trust(): void {
    this.loaded = true;
  }

  private in(half: Uint32Array, print: Buffer): boolean {
    for (let k = 0; k < 4; k++) {
      const at = this.place(print, k);
      if ((half[at >>> 5] & (1 << (at & 31))) === 0) return false;
    }
    return true;
  }

  private place(print: Buffer, k: number): number {
    return print.readUInt32LE(16 + 4 * k) % this.bits;
  }
}
