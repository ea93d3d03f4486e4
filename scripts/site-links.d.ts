/** Links inside the site that lead nowhere, a sentence each. */
export function brokenLinks(
  pages: ReadonlyMap<string, string>,
  files: ReadonlySet<string>,
  base?: string,
): string[];
/** What a browser would ask of another server just by showing a page or a style sheet. */
export function outsideRequests(files: readonly (readonly [string, string])[]): string[];
