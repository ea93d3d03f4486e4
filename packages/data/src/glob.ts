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
