import { count } from '@cede/core';
import type { ReportData } from '../report-data.js';
import { html, scroll, section } from './markup.js';

/** What someone needs to make the same report again, byte for byte. */
export function provenanceSection(data: ReportData): string {
  const { made, fit, test, expert, classNames } = data;
  const facts: (readonly [string, string])[] = [
    ['command', made.command],
    ['cede', made.version],
    ['fitted on', `${fit.name}: ${count(fit.rows)} rows`],
    ['hash of the fitting table', fit.hash],
    [
      'measured on',
      test.unanswered
        ? `${test.name}: the ${count(test.rows)} rows of ${count(test.rows + test.unanswered)} that ${expert.name} answered`
        : `${test.name}: ${count(test.rows)} rows`,
    ],
    ['hash of the test table', test.hash],
    ...(data.rejection ? [] : [['expert', `${expert.name} (${expert.kind})`] as const]),
    ...(classNames.length
      ? [['classes', `${classNames.length}: ${shortened(classNames)}`] as const]
      : []),
    ...made.facts.map(({ name, value }) => [name, value] as const),
  ];
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th scope="row">${html(name)}</th><td${/hash|command/.test(name) ? ' class="hash"' : ''}>${html(value)}</td></tr>`,
  );
  return section(
    'How this was made',
    scroll('How this was made', `<table class="made"><tbody>${rows.join('\n')}</tbody></table>`),
  );
}

function shortened(names: readonly string[]): string {
  const shown = names.slice(0, 12).join(', ');
  return names.length > 12 ? `${shown}, … and ${names.length - 12} more` : shown;
}
