import { open } from 'node:fs/promises';

const CHUNK = 1 << 20;
const [FEED, RETURN, QUOTE, UNDERSCORE, PLUS, BRACKET] = [10, 13, 0x22, 0x5f, 0x2b, 0x28];

/** Words for a missing number that are looked for. */
export const MISSING_WORDS = ['NA', 'null', 'None'];

/** What a CSV file holds that DuckDB reads in another way than our own reader. */
export interface Oddities {
  /** What DuckDB would get wrong altogether, if anything. */
  readonly unreadable?: string;
  /**
   * Letters of which DuckDB makes numbers and we don't: `1_000`, `+-5`, `+nan`, `nan(1)`; or words of
   * which it makes none and which are missing numbers to us.
   */
  readonly oddNumbers: boolean;
}

/**
 * Looks through the bytes behind the first line, which holds names. The searches are native, so that
 * a gigabyte takes about half a second.
 */
export async function findOddities(
  path: string,
  delimiter: string,
  fields: number,
): Promise<Oddities> {
  const file = await open(path);
  const buffer = Buffer.alloc(2 * CHUNK);
  let kept = 0;
  let inHeader = true;
  let oddNumbers = false;
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, kept, CHUNK);
      const filled = buffer.subarray(0, kept + bytesRead);
      const end = bytesRead === 0 ? filled.length : filled.lastIndexOf(FEED) + 1;
      if (bytesRead > 0 && filled.length - end > CHUNK) return refused('a very long line');
      let lines = filled.subarray(0, end);
      if (hasLoneReturn(lines)) return refused('a carriage return within a line');
      if (inHeader && end > 0) {
        inHeader = false;
        lines = lines.subarray(lines.indexOf(FEED) + 1);
      }
      if (hasSpareDelimiter(lines, delimiter.charCodeAt(0), fields))
        return refused('a delimiter too many at the end of a line');
      oddNumbers ||= [UNDERSCORE, PLUS, BRACKET, ...MISSING_WORDS].some((each) =>
        lines.includes(each),
      );
      if (bytesRead === 0) return { oddNumbers };
      kept = filled.copy(buffer, 0, end);
    }
  } finally {
    await file.close();
  }
}

const refused = (unreadable: string): Oddities => ({ unreadable, oddNumbers: true });

/** DuckDB takes a carriage return in the midst of a line for the end of one. */
function hasLoneReturn(lines: Buffer): boolean {
  for (let at = lines.indexOf(RETURN); at >= 0; at = lines.indexOf(RETURN, at + 2))
    if (lines[at + 1] !== FEED) return true;
  return false;
}

/**
 * DuckDB passes over one delimiter too many at the end of a line. A last cell that is empty looks
 * like it: the delimiters of such lines are counted. Of a line with quotes nothing is sure.
 */
function hasSpareDelimiter(lines: Buffer, delimiter: number, fields: number): boolean {
  for (const ending of [Buffer.of(delimiter, FEED), Buffer.of(delimiter, RETURN, FEED)]) {
    let at = lines.indexOf(ending);
    for (; at >= 0; at = lines.indexOf(ending, at + ending.length)) {
      let found = 0;
      for (let k = at; k >= 0 && lines[k] !== FEED; k--) {
        if (lines[k] === QUOTE) return true;
        if (lines[k] === delimiter) found++;
      }
      if (found >= fields) return true;
    }
  }
  return lines.at(-1) === delimiter;
}
