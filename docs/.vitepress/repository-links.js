/** Where the sources are read: docs/ links to files beside it, which are no pages of the site. */
export const REPOSITORY = 'https://github.com/cede-ml/cede';

/**
 * A link that leaves docs/ (`../examples/two-llms.js`), or leads to data beside a page, goes to the
 * repository. In the repository itself the same link works as it stands.
 */
export function repositoryLinks(md) {
  md.core.ruler.push('repository-links', ({ tokens }) => {
    for (const { children } of tokens)
      for (const token of children ?? []) {
        const href = token.type === 'link_open' && token.attrGet('href');
        const outside = href && /^(?:\.\.\/)+(.*)/.exec(href);
        if (outside && leavesDocs(href))
          token.attrSet('href', `${REPOSITORY}/blob/main/${outside[1]}`);
        else if (href && DATA.test(href))
          token.attrSet('href', `${REPOSITORY}/blob/main/docs/${href}`);
      }
  });
}

/** Fits on a line of a phone. */
const SHORT = 32;

/** A short piece of code in a sentence stays on one line: an option is not broken at its hyphens. */
export function wholeCode(md) {
  md.core.ruler.push('whole-code', ({ tokens }) => {
    for (const { children } of tokens)
      for (const token of children ?? [])
        if (token.type === 'code_inline' && token.content.length <= SHORT)
          token.attrJoin('class', 'whole');
  });
}

/** Files beside the pages that are no pages. */
const DATA = /^(?![a-z]+:|\/|\.\.)[^#]*\.(?:json|csv|npz|txt|tex|bib)$/;

/** Pages of the API stand two folders deep and link to each other by `../`. */
const leavesDocs = (href) =>
  /^(?:\.\.\/)+(?:examples|packages|deploy|scripts|bench|[A-Z]+\.(?:md|cff)|LICENSE)/.test(href);

/** "The model's own answers" is `the-models-own-answers`. */
export const headingId = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
