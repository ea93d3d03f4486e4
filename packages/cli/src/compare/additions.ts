import { outcomesOf, REJECT } from '@cede/core';
import type { ReportData } from '@cede/report';
import { groupNotes, percent } from '@cede/report/words';
import {
  type GroupReport,
  groupReport,
  type NamedTable,
  type RiskUnit,
  riskAt,
  riskUnit,
} from '@cede/study';
import { costReport, costSection, hasCosts } from '../costs/cost-report.js';
import { methodMetrics, quality } from '../metrics/metrics.js';
import { CONFIDENCE } from './along-grid.js';
import { deferredShare } from './class-rows.js';
import type { CompareFlags } from './flags.js';
import type { MethodScores } from './grid.js';
import type { ComparePlan } from './plan.js';
import type { Results } from './results.js';

/** What a comparison adds to results and report beside the curves: metrics, groups, costs. */
export function withAdditions(
  results: Results,
  report: ReportData,
  plan: ComparePlan,
  methods: readonly MethodScores[],
  { table }: NamedTable,
  flags: CompareFlags,
): { results: Results; report: ReportData } {
  const { target, model, expert } = outcomesOf(table, plan.expert);
  const scale = target === 'accuracy' ? 100 : -1;
  const metrics = methodMetrics(plan, methods, table);
  const chosen = methods.find(({ name }) => name === plan.chosen.name)!;
  const groups =
    table.group &&
    groupReport({
      column: flags.group ?? 'group',
      names: table.group.names,
      index: table.group.index,
      share: deferredShare(chosen.scores, plan.rate, table.weight),
      model,
      expert,
      weight: table.weight,
      clusters: table.cluster?.index,
      confidence: CONFIDENCE,
      seed: plan.seeds[0],
    });
  const money = {
    errorCost: flags.errorCost,
    budget: flags.budget,
    seed: plan.seeds[0],
    chosen: chosen.name,
    rate: plan.rate,
    rates: plan.rates,
    paperMode: flags.paper,
  };
  const costs = hasCosts(table, plan.expert, money)
    ? costReport(methods, table, plan.expert, money)
    : undefined;
  const { model: modelQuality, expert: expertQuality } = quality(table, plan.expert);
  const rejecting = table.experts[plan.expert].name === REJECT;
  return {
    results: {
      ...results,
      finding: {
        ...results.finding,
        ...(report.finding.overRandom && { overRandom: report.finding.overRandom }),
        ...(!rejecting &&
          report.finding.rival && { overConfidence: report.finding.rival.difference }),
        ...(report.finding.ahead && {
          ahead: {
            method: report.finding.ahead.method,
            difference: report.finding.ahead.difference,
          },
        }),
      },
      methods: Object.fromEntries(
        Object.entries(results.methods).map(([name, summary]) => [
          name,
          { ...summary, ...metrics[name] },
        ]),
      ),
      test: {
        ...results.test,
        model: modelQuality,
        ...(!rejecting && { expert: expertQuality }),
      },
      ...(groups && { groups }),
      ...(costs && { costs: costs.report }),
    },
    report: {
      ...report,
      ...(groups && {
        groups: rejecting ? answeredGroups(groups, riskUnit(target)) : groupSection(groups, scale),
      }),
      ...(costs && !rejecting && { costs: costSection(costs, scale, report.expert.name) }),
      made: {
        ...report.made,
        facts: [...report.made.facts, ...facts(metrics[plan.chosen.name], modelQuality, rejecting)],
      },
    },
  };
}

function groupSection(report: GroupReport, scale: number): NonNullable<ReportData['groups']> {
  const ends = (low: number, high: number) => (scale > 0 ? [low, high] : [high, low]);
  return {
    column: report.column,
    rows: report.groups.map((group) => {
      const [low, high] = ends(group.gainInterval.lower, group.gainInterval.upper);
      return {
        name: group.name,
        rows: group.rows,
        rate: group.rate,
        modelValue: scale * group.model,
        value: scale * group.value,
        gain: scale * group.gain,
        lower: scale * low,
        upper: scale * high,
        ...(group.harmed && { warning: 'handing over harms this group' }),
      };
    }),
    notes: groupNotes(report, scale > 0),
  };
}

/** Where nobody is asked: what is wrong among the answers that each group gets. */
function answeredGroups(report: GroupReport, unit: RiskUnit): NonNullable<ReportData['groups']> {
  return {
    column: report.column,
    rows: report.groups.map(({ name, rows, rate, model, value }) => {
      const coverage = 1 - rate;
      const [before, after] = [
        riskAt(unit, model, 1),
        coverage > 0 ? riskAt(unit, value, coverage) : 0,
      ];
      const gain = after - before;
      return {
        ...{ name, rows, rate: coverage, modelValue: before, value: after },
        ...{ gain, lower: gain, upper: gain },
      };
    }),
    notes: [
      `Between groups, the share of cases answered differs by up to ${(100 * report.gaps.rate).toFixed(1)} points.`,
    ],
  };
}

function facts(
  metrics: ReturnType<typeof methodMetrics>[string],
  model: ReturnType<typeof quality>['model'],
  rejecting: boolean,
): { name: string; value: string }[] {
  return [
    ...(rejecting
      ? []
      : [
          {
            name: 'Share of the way from random to hindsight',
            value: metrics.shareOfGap === null ? '–' : percent(metrics.shareOfGap),
          },
          { name: 'Reachable gain', value: reachableGain(metrics.ratesForGain) },
        ]),
    ...(model.calibrationError === undefined
      ? []
      : [
          {
            name: "Model's calibration error, Brier score",
            value: `${model.calibrationError.toFixed(2)} points, ${model.brier!.toFixed(4)}. How far its confidence lies from how often it is right, and the mean squared error of its probabilities; lower is better.`,
          },
        ]),
    ...(metrics.aurc === undefined
      ? []
      : [
          {
            name: 'AURC, AUGRC',
            value: `${metrics.aurc.toFixed(3)}, ${metrics.augrc!.toFixed(3)}. How much is wrong among the answers that the model keeps, as a share of those and as a share of all cases, averaged over all rates; lower is better.`,
          },
        ]),
  ];
}

/** How soon the gain comes. */
function reachableGain(rates: ReturnType<typeof methodMetrics>[string]['ratesForGain']): string {
  const reached = rates.flatMap(({ share, rate }) => (rate === null ? [] : { share, rate }));
  if (reached.length === 0) return 'None: at no rate is it above the model alone.';
  const said = reached.map(({ share, rate }) => `${percent(share, 0)} of it at ${percent(rate)}`);
  return `Of the most that this method gains at any rate, the first rate that has a part of it: ${said.join(', ')} of cases handed over.`;
}
