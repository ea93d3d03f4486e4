/** The few escape sequences in use; every terminal that has colour has these. */
export type Ink = 'bold' | 'red' | 'dim' | 'magenta' | 'cyan' | 'yellow' | 'blue';

const CODES: Record<Ink, readonly [number, number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  magenta: [35, 39],
  cyan: [36, 39],
  yellow: [33, 39],
  // Bright blue: the plain one is unreadable on black.
  blue: [94, 39],
};

export function ink(text: string, name: Ink, colour: boolean): string {
  const [on, off] = CODES[name];
  return colour ? `\u001b[${on}m${text}\u001b[${off}m` : text;
}

/** What a terminal that only knows ASCII shows instead. */
export function plainText(text: string): string {
  return text
    .replaceAll('±', '+-')
    .replaceAll('−', '-')
    .replaceAll('…', '...')
    .replaceAll('†', '!')
    .replaceAll('’', "'")
    .replaceAll('–', '-')
    .replaceAll('γ', 'gamma')
    .replaceAll('∞', 'inf')
    .replaceAll('\u00a0', ' ');
}

/** A name from a user's file must not steer the terminal. */
export function tame(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace.
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
}

/** What the terminal can show. */
export interface TerminalOptions {
  /** Columns of the terminal; 80 by default. */
  readonly width?: number;
  readonly colour?: boolean;
  /** False where the terminal shows only ASCII. */
  readonly unicode?: boolean;
}
