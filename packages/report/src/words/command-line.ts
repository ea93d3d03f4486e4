/** What must not change the bytes: folders, and who does the work; an address may hold a password. */
const LEFT_OUT = ['out', 'jobs', 'queue', 'store'].join('|');
const WITH_VALUE = new RegExp(`^--(${LEFT_OUT})$`);
const WHOLE = new RegExp(`^--(${LEFT_OUT})=|^--(json|quiet|resume)$`);

/** The command as typed, but for what must not change the bytes. */
export function commandLine(given: readonly string[]): string {
  const words = ['cede', ...given];
  const kept: string[] = [];
  for (let i = 0; i < words.length; i++) {
    if (WITH_VALUE.test(words[i])) i++;
    else if (!WHOLE.test(words[i]))
      kept.push(/^[\w./:=,-]+$/.test(words[i]) ? words[i] : `'${words[i]}'`);
  }
  return [...kept, '--out FOLDER'].join(' ');
}
