/** What `cede lab run --all` says when every preset has run. */
export const severalRunsText = (runs: number, folder: string): string =>
  `${runs} runs. One table over all of them: ${folder}/table.md, with their figures beside it.`;

/** What a run found, as text, and where the rest of it is. */
export const oneRunText = (found: string, out: string): string =>
  `${found}\nReport: ${out}/report.html`;
