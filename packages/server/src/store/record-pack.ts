import type { DecisionRow } from './contract.js';

/** The numbers of a row: what it holds, places of its names, and the bytes of each of its texts. */
const WIDTH = 12;
const [AT, PRIORITY, STEP, DEFERRED, RENEWS, POLICY, ROUTE, MARK] = [0, 1, 2, 3, 4, 5, 6, 7];
const [ID, ANSWER, INPUTS, FACTS] = [8, 9, 10, 11];

const FIRST_ROWS = 64;
const FIRST_BYTES = 1 << 16;
/** Of one unit of a text in UTF-8. */
const MOST_BYTES = 3;

/** A pack as it goes to another thread, which sees the same memory. */
export interface SharedPack {
  readonly length: number;
  readonly numbers: SharedArrayBuffer;
  readonly texts: SharedArrayBuffer;
  readonly names: readonly string[];
}

/**
 * Decisions on their way to the store, as bytes in memory that two threads share. As objects, rows
 * that wait for the disk live long enough for the garbage collector to move them, and copying them
 * to the other thread costs more than scoring them.
 */
export class RecordPack implements Iterable<DecisionRow> {
  private rows = 0;
  private bytes = 0;
  /** Policies, experts and marks: few, and the same ones again and again. */
  private names: string[] = [];
  private readonly places = new Map<string, number>();

  constructor(
    private numbers = new Float64Array(new SharedArrayBuffer(8 * WIDTH * FIRST_ROWS)),
    private texts = Buffer.from(new SharedArrayBuffer(FIRST_BYTES)),
  ) {}

  static of(rows: Iterable<DecisionRow>): RecordPack {
    if (rows instanceof RecordPack) return rows;
    const pack = new RecordPack();
    for (const row of rows) pack.add(row);
    return pack;
  }

  /** What another thread has shared. */
  static from({ length, numbers, texts, names }: SharedPack): RecordPack {
    const pack = new RecordPack(new Float64Array(numbers), Buffer.from(texts));
    pack.rows = length;
    pack.names = [...names];
    return pack;
  }

  /** For another thread, for as long as nothing is added. */
  get shared(): SharedPack {
    const [numbers, texts] = [this.numbers.buffer, this.texts.buffer] as SharedArrayBuffer[];
    return { length: this.rows, numbers, texts, names: this.names };
  }

  get length(): number {
    return this.rows;
  }

  /** Bytes of texts that it takes without growing. */
  get room(): number {
    return this.texts.length;
  }

  add(row: DecisionRow): void {
    const at = this.rows * WIDTH;
    if (at === this.numbers.length) this.growNumbers();
    const { numbers } = this;
    numbers[at + AT] = row.at;
    numbers[at + PRIORITY] = row.priority;
    numbers[at + STEP] = row.step;
    numbers[at + DEFERRED] = row.deferred ? 1 : 0;
    numbers[at + RENEWS] = row.renews ? 1 : 0;
    numbers[at + POLICY] = this.placeOf(row.policy);
    numbers[at + ROUTE] = this.placeOf(row.route);
    numbers[at + MARK] = this.placeOf(row.mark);
    this.addTexts(row, at);
    this.rows++;
  }

  /** Forgets the rows and keeps the room. */
  clear(): void {
    this.rows = 0;
    this.bytes = 0;
    this.names = [];
    this.places.clear();
  }

  *[Symbol.iterator](): Iterator<DecisionRow> {
    let from = 0;
    for (let k = 0; k < this.rows; k++) {
      yield this.row(k, from);
      from += this.sizeOf(k);
    }
  }

  /** The row of a case: of this step, or of any where none is asked for. */
  find(policy: string, id: string, step?: number): DecisionRow | undefined {
    const { numbers } = this;
    const place = this.places.get(policy);
    if (place === undefined) return undefined;
    // As bytes: what UTF-8 can't tell apart, the store can't either.
    const bytes = Buffer.from(id);
    let from = 0;
    for (let k = 0; k < this.rows; k++) {
      const at = k * WIDTH;
      const id = from + numbers[at + ANSWER];
      if (
        numbers[at + ID] === bytes.length &&
        numbers[at + POLICY] === place &&
        (step === undefined || numbers[at + STEP] === step) &&
        bytes.equals(this.texts.subarray(id, id + bytes.length))
      )
        return this.row(k, from);
      from += this.sizeOf(k);
    }
    return undefined;
  }

  private row(k: number, from: number): DecisionRow {
    const { numbers, texts, names } = this;
    const at = k * WIDTH;
    const id = from + numbers[at + ANSWER];
    const inputs = id + numbers[at + ID];
    const facts = inputs + numbers[at + INPUTS];
    return {
      policy: names[numbers[at + POLICY]],
      id: texts.toString('utf8', id, inputs),
      step: numbers[at + STEP],
      at: numbers[at + AT],
      route: names[numbers[at + ROUTE]],
      deferred: numbers[at + DEFERRED] === 1,
      mark: names[numbers[at + MARK]],
      priority: numbers[at + PRIORITY],
      answer: texts.toString('utf8', from, id),
      inputs: texts.toString('utf8', inputs, facts),
      facts: texts.toString('utf8', facts, facts + numbers[at + FACTS]),
      renews: numbers[at + RENEWS] === 1,
    };
  }

  private sizeOf(k: number): number {
    const { numbers } = this;
    const at = k * WIDTH;
    return numbers[at + ID] + numbers[at + ANSWER] + numbers[at + INPUTS] + numbers[at + FACTS];
  }

  /**
   * Each write takes its time, so what follows the answer goes in one piece where all of it is ASCII.
   * The answer goes alone: it is sent too, and V8 puts its pieces together only once.
   */
  private addTexts({ id, answer, inputs, facts }: DecisionRow, at: number): void {
    const { numbers } = this;
    numbers[at + ANSWER] = this.write(answer);
    const start = this.bytes;
    const rest = id + inputs + facts;
    const plain = this.write(rest) === rest.length;
    if (!plain) this.bytes = start;
    numbers[at + ID] = plain ? id.length : this.write(id);
    numbers[at + INPUTS] = plain ? inputs.length : this.write(inputs);
    numbers[at + FACTS] = plain ? facts.length : this.write(facts);
  }

  private placeOf(name: string): number {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    const place = this.names.push(name) - 1;
    this.places.set(name, place);
    return place;
  }

  private write(text: string): number {
    const most = this.bytes + MOST_BYTES * text.length;
    if (most > this.texts.length) this.growTexts(most);
    const written = this.texts.write(text, this.bytes);
    this.bytes += written;
    return written;
  }

  private growNumbers(): void {
    const { numbers } = this;
    this.numbers = new Float64Array(new SharedArrayBuffer(2 * numbers.byteLength));
    this.numbers.set(numbers);
  }

  private growTexts(least: number): void {
    const { texts } = this;
    this.texts = Buffer.from(new SharedArrayBuffer(Math.max(2 * texts.length, least)));
    this.texts.set(texts.subarray(0, this.bytes));
  }
}
