import type { Finding } from '@cede/data';
import { percent, plural, points } from '../terminal/numbers.js';
import type { CheckSummary, ExpertSummary } from './summary.js';

/** The check for a person: what is wrong first, then what could be gained. */
export function checkText(
  name: string,
  summary: CheckSummary,
  findings: readonly Finding[],
): string {
  const classes = summary.classes.length;
  const head = `${name}: ${plural(summary.rows, 'row')}${classes > 0 ? `, ${plural(classes, 'class', 'classes')}` : ', no classes'}`;
  const said = findings.map(({ severity, message }) => `  ${severity}: ${message}`);
  return [
    head,
    ...(said.length > 0 ? ['', ...said] : []),
    ...summary.experts.flatMap(expertText),
  ].join('\n');
}

function expertText(expert: ExpertSummary): string[] {
  const value =
    expert.target === 'accuracy' ? (v: number) => percent(v, 2) : (v: number) => (-v).toFixed(4);
  const unit = expert.target === 'accuracy' ? 'right' : 'mean loss';
  const better = expert.expert > expert.model;
  const lines = [
    '',
    `${expert.name === 'expert' ? '' : 'expert '}${expert.name} (${expert.kind}, ${plural(expert.answered, 'answer')})`,
    `  model alone   ${value(expert.model)} ${unit}`,
    `  expert alone  ${value(expert.expert)} ${unit}${better ? '   ← always asking the expert beats the model' : ''}`,
    `  rescues       ${value2(expert, expert.rescues)} the expert puts right what the model got wrong`,
    `  harms         ${value2(expert, expert.harms)} the expert spoils what the model had right`,
    `  headroom      ${value(expert.oracle)} with perfect hindsight, handing over ${percent(expert.oracleRate)} (not reachable; an upper bound)`,
    '',
    `  ${'hand over'.padEnd(12)}${'random'.padStart(10)}${'confidence'.padStart(12)}${'hindsight'.padStart(12)}`,
  ];
  for (const { rate, random, conf, oracle } of expert.curves) {
    lines.push(
      `  ${percent(rate, 0).padEnd(12)}${value(random).padStart(10)}${(conf === null ? '–' : value(conf)).padStart(12)}${value(oracle).padStart(12)}`,
    );
  }
  if (expert.target === 'accuracy' && expert.rescues > 0) {
    const reachable = expert.oracle - Math.max(expert.model, expert.expert);
    lines.push(
      '',
      `  At most ${points(reachable)} points over the better of the two alone. To see how much of it can be learned: cede compare.`,
    );
  }
  return lines;
}

const value2 = (expert: ExpertSummary, share: number) =>
  expert.target === 'accuracy' ? percent(share, 2) : share.toFixed(4);
