import { expertKind } from '@cede/core';
import type { ComparedMethod, Comparison, Target as Measured } from '@cede/study';
import { purseOf } from '../money.js';
import {
  ACCURACY,
  type MethodResult,
  type ReferenceResult,
  type ReportData,
  type Target,
} from '../report-data.js';
import { type Shown, shownAs } from '../shown.js';
import { inSentence, ownName } from '../words/names.js';
import { plainVerdict } from '../words/plain-verdict.js';
import { lineDetails } from './details.js';
import { expertRows } from './experts.js';
import { headlineData } from './headline.js';
import type { Presentation } from './presentation.js';
import { costSection, groupSection } from './sections.js';

/** A comparison as its report draws it. Computes nothing but the unit that people read. */
export function toReport(comparison: Comparison, presentation: Presentation): ReportData {
  const { chart, test, fit, methods, costs, verdict, headline } = comparison;
  const { leaks = [], remarks } = presentation;
  const shown = shownAs(chart.target);
  const nobody = chart.axis === 'answered';
  const expert = { ...expertOf(comparison), ...named(presentation.expertName) };
  const model = presentation.modelName;
  const real = methods.filter(({ name }) => name !== 'random' && name !== 'oracle');
  const reference = (name: string) =>
    lineOf(methods.find((method) => method.name === name)!, shown);
  const groups = groupSection(comparison);
  const priced =
    costs && !nobody
      ? costSection(costs, shown, {
          model,
          expert: expert.name,
          currency: presentation.currency,
          isAccuracy: chart.target.kind === 'accuracy',
        })
      : undefined;
  const purse = priced && purseOf(priced);
  const details = lineDetails(comparison);
  const experts = expertRows(comparison, presentation.expertReports ?? {});
  return {
    format: 'cede/report-data',
    version: 1,
    title: presentation.title,
    target: targetOf(chart.target),
    fit: { name: fit.name, rows: fit.rows, hash: fit.hash },
    test: {
      name: test.name,
      rows: test.rows,
      ...(test.unanswered && { unanswered: test.unanswered }),
      hash: test.hash,
    },
    expert,
    ...(model !== undefined && { model: { name: model } }),
    classNames: comparison.classNames,
    ...(verdict && { verdict: plainVerdict(verdict, headline.rate, expert.name, model, purse) }),
    finding: headlineData(comparison, shown, presentation),
    rates: chart.rates,
    grid: chart.grid,
    cases: chart.grid.map((share) => Math.round(share * test.rows)),
    band: chart.band,
    methods: real.map((method) => methodOf(method, shown, nobody)),
    random: reference('random'),
    oracle: reference('oracle'),
    reviewsSaved: comparison.reviewsSaved.map((row) => ({
      ...row,
      baseline: 'conf',
      value: shown.value(row.value),
    })),
    perClass: comparison.perClass.map(inPercent),
    ...(comparison.histogram && { histogram: comparison.histogram }),
    ...(details && { details }),
    warnings: presentation.warnings,
    made: {
      command: presentation.command,
      version: presentation.version,
      facts: presentation.facts,
    },
    ...(leaks.length > 0 && { leaks }),
    ...(remarks && { remarks }),
    ...(groups && { groups }),
    ...(priced && { costs: priced }),
    ...(experts && { experts }),
    ...(nobody && {
      rejection: {
        augrc: Object.fromEntries(
          methods.map(({ name, risk }) => [name, shown.value(risk!.augrc)]),
        ),
      },
    }),
  };
}

const inPercent = (row: Comparison['perClass'][number]) => ({
  ...row,
  modelRecall: 100 * row.modelRecall,
  expertRecall: 100 * row.expertRecall,
  systemRecall: 100 * row.systemRecall,
  keptRecall: 100 * row.keptRecall,
});

/** Rounded once for everybody: 2.4999999 here and 2.5 in curves.csv would be two counts. */
const counted = (cases: number) => Number(cases.toPrecision(8));

/** A method's line; its table's columns are of the chart's target. */
function lineOf({ line, risk, mean, std, area }: ComparedMethod, shown: Shown): ReferenceResult {
  const { values, avoided, caused, over, atHeadline } = line;
  return {
    mean: shown.values(risk ? risk.mean : mean),
    std: (risk ? risk.std : std).map(shown.size),
    area: shown.value(risk ? risk.aurc : area),
    values: shown.values(values),
    ...(avoided && caused && { avoided: avoided.map(counted), caused: caused.map(counted) }),
    ...(over && {
      over: {
        from: over.from,
        estimate: shown.values(over.estimate),
        ...shown.band(over.lower, over.upper),
      },
    }),
    ...(atHeadline && {
      atFinding: {
        ...atHeadline,
        ...(atHeadline.avoided !== undefined && { avoided: counted(atHeadline.avoided) }),
        ...(atHeadline.caused !== undefined && { caused: counted(atHeadline.caused) }),
        value: shown.value(atHeadline.value),
        ...(atHeadline.lower !== undefined && shown.band(atHeadline.lower, atHeadline.upper)),
        ...(atHeadline.over && { over: shown.interval(atHeadline.over) }),
      },
    }),
  };
}

function methodOf(method: ComparedMethod, shown: Shown, nobody: boolean): MethodResult {
  const { name, family, seeds, chosen, metrics, marks, line } = method;
  return {
    ...lineOf(method, shown),
    name,
    family,
    ...(chosen !== undefined && { chosen }),
    seeds,
    shareOfGap: nobody ? null : metrics.shareOfGap,
    ...(line.lower && shown.band(line.lower, line.upper!)),
    marks,
  };
}

const LOSS = { kind: 'loss', unit: '', differenceUnit: '', higherIsBetter: false } as const;

/** The target in words. */
function targetOf({ kind, unit }: Measured): Target {
  if (kind === 'accuracy') return ACCURACY;
  if (kind === 'loss') return { ...LOSS, name: 'mean loss' };
  return unit === 'share'
    ? { ...ACCURACY, name: 'share of wrong answers', higherIsBetter: false }
    : { ...LOSS, name: 'mean loss of the answers' };
}

const named = (name: string | undefined) => (name === undefined ? {} : { name });

const expertOf = ({ expert: { name, kind } }: Comparison) => ({
  name: inSentence(ownName(name)),
  kind: expertKind({ kind }).description,
});
