/** What `cede lab run --all` says when every preset has run. */
export const severalRunsText = (runs: number, folder: string): string =>
  `${runs} runs. One table over all of them: ${folder}/table.md, with their figures beside it.`;
