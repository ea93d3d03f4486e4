/** Printable ASCII but for the quote and the backslash: the same in JSON, in a header, and in a line. */
export const isPlain = (text: string): boolean => PLAIN.test(text);

const PLAIN = /^[ !#-[\]-~]*$/;

/** As JSON. Most texts stand for themselves, which is told sooner than they are written out. */
export const jsonText = (text: string): string =>
  isPlain(text) ? `"${text}"` : JSON.stringify(text);
