/** Rows and cases in a sentence: 12,391. */
export const count = (n: number): string => Math.round(n).toLocaleString('en-US');
