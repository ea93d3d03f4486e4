// What a figure says about itself, so that it can be read away from its page.
import { decimalsFor, fixed, percent, withUnit } from '../number.js';
import type { ReportData } from '../report-data.js';

export function bandSentence(
  data: ReportData,
  bands: 'all' | 'chosen' | 'none' | undefined,
): string[] {
  const banded = data.methods.some(({ lower }) => lower !== undefined);
  if (bands === 'none' || !banded) return [];
  const { kind, confidence = 0.95, simultaneous } = data.band;
  const meaning =
    kind === 'seeds'
      ? '± one standard deviation over seeds'
      : `${percent(confidence)} interval over test rows and seeds${simultaneous ? ', for all rates at once' : ', at each rate'}`;
  const all = bands === 'all' || (bands === undefined && kind === 'seeds');
  const { method, rival } = data.finding;
  const whose = all ? '' : ` (${[method, ...(rival ? [rival.method] : [])].join(' and ')})`;
  return [`Shaded${whose}: ${meaning}.`];
}

export function axisSentence(data: ReportData, low: number): string {
  const value = withUnit(
    fixed(low, decimalsFor(data.target, low) - (data.target.kind === 'accuracy' ? 1 : 0)),
    data.target.unit,
  );
  return `The vertical axis starts at ${value}, just below the data, not at\u00a00.`;
}

export function clippedSentence(data: ReportData): string {
  const { values } = data.oracle;
  const best = data.target.higherIsBetter ? Math.max(...values) : Math.min(...values);
  const value = withUnit(
    fixed(best, decimalsFor(data.target, best) - (data.target.kind === 'accuracy' ? 1 : 0)),
    data.target.unit,
  );
  return `The oracle, which knows who will be right, leaves the picture; it reaches ${value}.`;
}

export function cutSentence(maxRate: number): string {
  return `Rates above ${percent(maxRate)} are left out: there every method does worse than the model alone.`;
}
