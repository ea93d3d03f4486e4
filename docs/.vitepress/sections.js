// The sidebar of the docs site.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const page = (text, name) => ({ text, link: `/${name}` });

const START = {
  text: 'Start',
  items: [
    page('Start here', 'start'),
    page('Your own table', 'tables'),
    page('Reading the report', 'report'),
    page('What cede promises', 'guarantees'),
    page('Gallery', 'gallery'),
    page('A walkthrough', 'walkthrough'),
  ],
};

const GUIDES = {
  text: 'Guides',
  items: [
    page('Two language models', 'two-llms'),
    page('Human reviewers', 'reviewers'),
    page('Costs of errors', 'costs'),
    page('Certify and deploy', 'deploy'),
    page('Groups', 'groups'),
    page('Experts as they are', 'experts'),
    page('No expert at all', 'reject'),
    page('Decisions over HTTP', 'serve'),
    page('Running the service', 'serve-running'),
    page('Decisions in SQL', 'sql'),
    page('Decisions in ONNX', 'onnx'),
    page('Past one machine', 'scale'),
  ],
};

const CONCEPTS = {
  text: 'Concepts',
  items: [
    page('What deferral is', 'deferral'),
    page('The method', 'method'),
    page('The verdict', 'verdict'),
    page('Letting cede choose', 'choosing'),
    page('Certified thresholds', 'certificates'),
  ],
};

const REFERENCE = {
  text: 'Reference',
  items: [
    page('Commands', 'cli'),
    page('Options, and when to change them', 'options'),
    page('Metrics', 'metrics'),
    page('results.json', 'results'),
    page('How tables are read', 'reading-tables'),
    page('API', 'api/README'),
    page('Architecture', 'architecture'),
  ],
};

const SCIENCE = {
  text: 'The science',
  items: [
    page('The paper, reproduced', 'reproduction'),
    page('CIFAR-100 with a long tail', 'reproduction-cifar100'),
    page('DermaMNIST with a specialist', 'reproduction-dermamnist'),
    page('Why two-stage is better here', 'reproduction-two-stage'),
    page('Departures from the paper', 'departures'),
    page('Benchmarks', 'benchmarks'),
    page('How well cede chooses', 'choosing-evidence'),
    page('How fast the service is', 'serve-speed'),
    page('The promises, simulated', 'simulations'),
    page('The service, simulated', 'serve-guarantees'),
    page('The lab', 'lab'),
    page('Networks', 'networks'),
  ],
};

const PAGES = new URL('..', import.meta.url);
const SECTIONS_ASKED = [START, GUIDES, CONCEPTS, REFERENCE, SCIENCE];

/** Pages that nobody has given a place yet, by their own headings: none may be out of reach. */
function otherPages() {
  const placed = SECTIONS_ASKED.flatMap(({ items }) => items.map(({ link }) => link));
  const items = readdirSync(PAGES)
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => page(headingOf(name), name.replace(/\.md$/, '')))
    .filter(({ link }) => !placed.includes(link));
  return items.length > 0 ? [{ text: 'More', items }] : [];
}

const headingOf = (name) =>
  /^# (.*)$/m.exec(readFileSync(new URL(name, PAGES), 'utf8'))?.[1].replaceAll('`', '') ?? name;

/** In the order in which a reader asks. */
export const SECTIONS = [...SECTIONS_ASKED, ...otherPages()].map(({ text, items }) => ({
  text,
  // A page that is still to be written has its place, and is not shown.
  items: items.filter(({ link }) => existsSync(new URL(`..${link}.md`, import.meta.url))),
}));
