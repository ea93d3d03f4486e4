// Numbers as people read them, on the terminal and in reports alike.

/** `toFixed` with a real minus sign, and no minus before a zero. */
export function fixed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** With its sign always shown: a difference. */
export function signed(value: number, decimals: number): string {
  const text = fixed(value, decimals);
  return text.startsWith('−') || Number(text) === 0 ? text : `+${text}`;
}

/** Rows, cases, whatever is counted, grouped in threes: 12,391. Row numbers are names: they stay plain. */
export function count(value: number): string {
  return fixed(value, 0).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A number of any size, to so many digits that mean something. */
export const amount = (value: number, digits = 4): string =>
  `${Number(value.toPrecision(digits))}`.replace('-', '−');
