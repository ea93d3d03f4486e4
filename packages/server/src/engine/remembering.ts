/** For a number that comes again and again: writing one out takes as long as half a score. */
export function remembering(write: (value: number) => string): (value: number) => string {
  let last = Number.NaN;
  let told = '';
  return (value) => {
    if (value !== last) {
      last = value;
      told = write(value);
    }
    return told;
  };
}
