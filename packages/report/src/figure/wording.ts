import { fixed } from '@cede/core';
// What a figure says about itself, so that it can be read away from its page.
import { deviationOver, intervalOver } from '../band-wording.js';
import { displayName } from '../method-names.js';
import { decimalsFor, percent, withUnit } from '../number.js';
import { modelName } from '../vocabulary.js';
import type { CurveFigure } from './curve-figure.js';

export function bandSentence(
  data: CurveFigure,
  bands: 'all' | 'chosen' | 'none' | undefined,
): string[] {
  const banded = data.methods.some(({ lower }) => lower !== undefined);
  if (bands === 'none' || !banded) return [];
  const { kind, confidence = 0.95, simultaneous, simultaneousFor } = data.band;
  const { method, rival } = data.finding;
  const all = bands === 'all' || (bands === undefined && kind === 'seeds');
  const drawn = [method, ...(rival ? [rival.method] : [])];
  if (kind === 'seeds')
    return [
      `Shaded${whose(all, drawn)}: ± one standard deviation over ${deviationOver(data.band)}.`,
    ];
  const over = `${percent(confidence)} interval over ${intervalOver(data.band)}`;
  const where = data.along ? ', drawn at what that rate spends' : '';
  const others = drawn.filter((name) => name !== simultaneousFor).map(displayName);
  const rest = all ? 'that of each other method' : others.map((name) => `that of ${name}`).join('');
  if (simultaneousFor === undefined || simultaneous || rest === '') {
    const holds = simultaneous || simultaneousFor !== undefined;
    return [
      `Shaded${whose(all, drawn)}: ${over}, ${holds ? 'for all rates at once' : 'at each rate'}${where}.`,
    ];
  }
  return [
    `Shaded: ${over}${where}.`,
    `The band of ${displayName(simultaneousFor)} holds at all rates at once, ${rest} at one rate at a time.`,
  ];
}

const whose = (all: boolean, drawn: readonly string[]) =>
  all ? '' : ` (${drawn.map(displayName).join(' and ')})`;

export function axisSentence(data: CurveFigure, low: number): string {
  const value = withUnit(
    fixed(low, decimalsFor(data.target, low) - (data.target.kind === 'accuracy' ? 1 : 0)),
    data.target.unit,
  );
  return `The vertical axis starts at ${value}, just below the data, not at\u00a00.`;
}

export function clippedSentence(data: CurveFigure): string {
  const { values } = data.oracle;
  const best = data.target.higherIsBetter ? Math.max(...values) : Math.min(...values);
  const value = withUnit(
    fixed(best, decimalsFor(data.target, best) - (data.target.kind === 'accuracy' ? 1 : 0)),
    data.target.unit,
  );
  const knows = data.rejection
    ? 'which answers are wrong'
    : data.target.kind === 'cost'
      ? 'what each case will cost'
      : 'who will be right';
  return `Perfect hindsight, which knows ${knows}, leaves the picture; it reaches ${value}.`;
}

export function cutSentence(data: CurveFigure, maxRate: number): string {
  const does = data.target.kind === 'cost' ? 'costs more' : 'does worse';
  return `Rates above ${percent(maxRate)} are left out: there every method ${does} than ${modelName(data)} alone.`;
}

/** Spending starts with the model's own answers, wherever that lies. */
export function startSentence(data: CurveFigure): string[] {
  return data.along && data.random.along![0] > 0
    ? [`The horizontal axis starts at what ${modelName(data)} alone costs.`]
    : [];
}

/** Where the curve of the finding's method is lowest. */
export function costSentence(data: CurveFigure): string {
  const { methods, finding, grid, target } = data;
  const { values } = methods.find(({ name }) => name === finding.method)!;
  const least = values.reduce((best, value, k) => (value < values[best] ? k : best), 0);
  const show = (value: number) => fixed(value, decimalsFor(target, finding.modelValue));
  return `With ${displayName(finding.method)} the ${target.name} is lowest at ${percent(grid[least])} of cases handed over, ${show(values[least])}; ${modelName(data)} alone costs ${show(finding.modelValue)}.`;
}
