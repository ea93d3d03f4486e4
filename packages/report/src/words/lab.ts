/** What `cede lab run --all` says when every preset has run. */
export const severalRunsText = (runs: number, folder: string): string =>
  `${runs} runs. One table over all of them: ${folder}/table.md, with their figures beside it.`;

/** What a run found, as text, and where the rest of it is. */
export const oneRunText = (found: string, out: string): string =>
  `${found}\nReport: ${out}/report.html`;

/** What `lab fetch` has put on disk. */
export const fetchedText = (file: {
  path: string;
  downloaded: boolean;
  verified: boolean;
}): string =>
  `${file.path}: ${file.downloaded ? 'downloaded' : 'was already there'}, ${file.verified ? 'checksum as published' : 'NOT the published checksum'}.`;

/** Which files `lab figures` has drawn. */
export function drewText(
  dir: string,
  runs: number,
  { formats, bands }: { formats: readonly string[]; bands: 'seeds' | 'rows' },
): string {
  const endings = formats.join(', ');
  if (runs > 0)
    return `Drew ${runs} runs side by side in ${dir} (${endings}; captions in .txt files).`;
  return bands === 'rows'
    ? `Drew ${dir}/curves-rows (${endings}; its caption in .txt).`
    : `Drew ${dir}/curves (${endings}; its caption in .txt) and report.html.`;
}
