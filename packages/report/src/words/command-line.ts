/** The command as typed, but for what must not change the bytes: the folder's name and the number of jobs. */
export function commandLine(given: readonly string[]): string {
  const words = ['cede', ...given];
  const kept: string[] = [];
  for (let i = 0; i < words.length; i++) {
    if (['--out', '--jobs'].includes(words[i])) i++;
    else if (!/^--(out|jobs)=|^--(json|quiet)$/.test(words[i]))
      kept.push(/^[\w./:=,-]+$/.test(words[i]) ? words[i] : `'${words[i]}'`);
  }
  return [...kept, '--out FOLDER'].join(' ');
}
