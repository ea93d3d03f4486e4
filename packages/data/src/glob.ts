/** `*` stands for any run of characters, `?` for one; everything else for itself. */
export function globPattern(glob: string): RegExp {
  const source = [...glob]
    .map((letter) =>
      letter === '*'
        ? '(.*)'
        : letter === '?'
          ? '(.)'
          : letter.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
    )
    .join('');
  return new RegExp(`^${source}$`, 's');
}

export function isGlob(text: string): boolean {
  return /[*?]/.test(text);
}

/**
 * What each name has in the place of the wildcards, without a mark that all of them begin with:
 * `x_p*` and `x_p_*` find the same names.
 */
export function capturedNames(glob: string, names: readonly string[]): string[] {
  const pattern = globPattern(glob);
  const found = names.map((name) => (pattern.exec(name)?.slice(1) ?? [name]).join(''));
  const mark = /^[_.-]/.exec(found[0] ?? '')?.[0];
  const shared = mark && found.every((name) => name.startsWith(mark) && name.length > 1);
  return shared ? found.map((name) => name.slice(1)) : found;
}
