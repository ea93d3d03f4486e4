// The docs site: every page of docs/ in the order in which a reader asks.
//   npm run docs:site               builds site/ and checks every link
//   npm run docs:site -- --base /cede/
import { defineConfig } from 'vitepress';
import {
  headingId,
  REPOSITORY,
  repositoryLinks,
  themedPictures,
  wholeCode,
  wholeUnits,
} from './repository-links.js';
import { SECTIONS } from './sections.js';

/** A curve that rises above a straight line: in the page, so that no browser asks for a file. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke-width="2" stroke-linecap="round"><rect width="16" height="16" rx="3" fill="#4338ca"/><path d="M3 13L13 9" stroke="#a5b4fc"/><path d="M3 13C5 5 8 3 13 4" stroke="#fff"/></svg>',
)}`;

export default defineConfig({
  lang: 'en',
  title: 'cede',
  description: 'Which cases should your model hand over? Learned from a table of past predictions.',
  base: process.env.CEDE_SITE_BASE ?? '/',
  outDir: '../site',
  srcExclude: ['simulated/**'],
  // Reports of the gallery are made by `npm run gallery`; docs:site checks these links itself.
  ignoreDeadLinks: [/^\/gallery\//],
  // A page is served as name.html by any web server, with no rules for addresses.
  cleanUrls: false,
  head: [
    ['meta', { name: 'referrer', content: 'no-referrer' }],
    ['link', { rel: 'icon', type: 'image/svg+xml', href: ICON }],
  ],
  // Headings are called as the repository's own viewer calls them: one link works in both places.
  markdown: {
    anchor: { slugify: headingId },
    config: (md) => {
      repositoryLinks(md);
      wholeCode(md);
      wholeUnits(md);
      themedPictures(md);
    },
    // At least 4.5:1 for every word of code, in both themes.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: { build: { chunkSizeWarningLimit: 5000 } }, // the offline search index, loaded on demand
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start', activeMatch: '/(start|tables|report|guarantees)' },
      {
        text: 'Guides',
        link: '/two-llms',
        activeMatch: '/(two-llms|reviewers|costs|deploy|groups)',
      },
      { text: 'Commands', link: '/cli' },
      { text: 'The science', link: '/method' },
      { text: 'Gallery', link: '/gallery' },
    ],
    sidebar: SECTIONS,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            boost: { title: 4, text: 2 },
            // A question in words is answered by a guide before a type of the API.
            boostDocument: (id) => (/\/api\//.test(id) ? 0.2 : 1),
          },
        },
      },
    },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    docFooter: { prev: 'Before', next: 'Next' },
    footer: { message: 'Apache-2.0' },
    notFound: {
      title: 'There is no such page',
      quote: 'It may have moved. Search for it, or begin at the start.',
      linkText: 'To the start',
    },
  },
});
