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

/**
 * A short piece of code in a sentence stays on one line. A longer command is broken between its words,
 * never behind the hyphens of an option.
 */
export function wholeCode(md) {
  md.core.ruler.push('whole-code', ({ tokens }) => {
    for (const { children } of tokens)
      for (const token of children ?? []) {
        if (token.type !== 'code_inline') continue;
        if (token.content.length <= (/ --/.test(token.content) ? SHORT / 2 : SHORT))
          token.attrJoin('class', 'whole');
        else if (/(^| )--/.test(token.content)) {
          token.type = 'html_inline';
          const code = md.utils
            .escapeHtml(token.content)
            .replace(/(^| )(--[\w-]+)/g, '$1<span class="whole">$2</span>');
          token.content = `<code v-pre>${code}</code>`;
        }
      }
  });
}

/** A picture called `…-light.png` has a twin for dark pages; the style shows the one that fits. */
export function themedPictures(md) {
  md.core.ruler.push('themed-pictures', ({ tokens, Token }) => {
    for (const token of tokens)
      token.children = token.children?.flatMap((child) => {
        const src = child.type === 'image' && child.attrGet('src');
        if (!src || !/-light\.png$/.test(src)) return [child];
        const dark = Object.assign(new Token('image', 'img', 0), child);
        dark.attrs = child.attrs.map(([name, value]) => [name, value]);
        dark.attrSet('src', src.replace('-light.png', '-dark.png'));
        dark.attrJoin('class', 'dark-only');
        child.attrJoin('class', 'light-only');
        return [child, dark];
      });
  });
}

/** A number and its unit stay on one line, in narrow cells of a table above all: 9.5 ± 0.9 %. */
export function wholeUnits(md) {
  md.core.ruler.push('whole-units', ({ tokens }) => {
    for (const { children } of tokens)
      for (const token of children ?? [])
        if (token.type === 'text')
          token.content = token.content.replace(UNIT, '\u00a0$1').replace(SPREAD, '\u202f±\u202f');
  });
}

const UNIT = /(?<=\d) (%|×|ms|µs|s|min|h|kB|MB|GB)(?![\p{L}\d])/gu;
const SPREAD = /(?<=\d) ± (?=\d)/g;

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
