/**
 * Where everything of the curve figure goes, before anything is drawn: tests read the boxes.
 * Lines are labelled in a column at the right. All curves meet at a rate of 1 (there the expert
 * answers everything), so a label is tied to its line by a leader that fans out from the end.
 */
import { displayName } from '../method-names.js';
import { percent, withUnit } from '../number.js';
import { vocabulary } from '../vocabulary.js';
import type { CurveFigure, FigureLine } from './curve-figure.js';
import { lastRate, stopsUpTo } from './last-rate.js';
import { type LineStyle, lineStyles, referenceStyle, type Theme } from './palette.js';
import { place, type Scale, tickDecimals, ticks } from './scale.js';
import { spread } from './spread.js';
import { fitText, textWidth } from './text-width.js';
import {
  axisSentence,
  bandSentence,
  clippedSentence,
  cutSentence,
  startSentence,
} from './wording.js';
import { wrapText } from './wrap.js';

/** How curves are drawn. */
export interface CurveOptions {
  readonly theme?: Theme;
  readonly width?: number;
  /** Grows where there are more labels than fit. */
  readonly height?: number;
  /** The largest rate shown; by default 1, or 0.5 where beyond it every method only loses. */
  readonly maxRate?: number;
  /** Whose bands: by default all where they show seeds, else the finding's method and its rival. */
  readonly bands?: 'all' | 'chosen' | 'none';
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface Line {
  readonly name: string;
  readonly chosen: boolean;
  /** Whether it is one of the two that the finding speaks of. */
  readonly main: boolean;
  readonly style: LineStyle;
  readonly points: readonly Point[];
  /** Upper edge forth, lower edge back; empty where no band is drawn. */
  readonly band: readonly Point[];
  readonly label: string;
  readonly labelBox: Box;
}

export interface Tick {
  readonly at: number;
  readonly text: string;
}

export interface CurveLayout {
  readonly width: number;
  readonly height: number;
  readonly plot: Box;
  readonly x: Scale;
  readonly y: Scale;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly yTitle: string;
  readonly xTitle: string;
  readonly lines: readonly Line[];
  /** Sentences below the axis, broken to the width. */
  readonly notes: readonly string[];
}

export const FONT = 12;
export const LABEL_GAP = 15;
export const NOTE_FONT = 11;
export const NOTE_GAP = 14;
/** From the end of a line to its label: a slanted part, then a sample of the line. */
export const LEADER = 40;
export const SAMPLE = 22;
const ABOVE = 30;
const BELOW = 46;

interface Source extends FigureLine {
  readonly name: string;
  readonly label: string;
  readonly style: LineStyle;
  readonly lower?: readonly number[];
  readonly upper?: readonly number[];
}

export function layoutCurves(data: CurveFigure, options: CurveOptions = {}): CurveLayout {
  const { theme = 'light', width = 760 } = options;
  // Lines end together only at a rate of 1 where the axis isn't the rate.
  const { maxRate = data.along ? 1 : lastRate(data) } = options;
  const shown = stopsUpTo(data.grid, maxRate);
  const sources = sourcesOf(data, theme, options.bands);
  const chosen = data.finding.method;

  const widest = Math.max(
    ...sources.map(({ label, name }) => textWidth(label, FONT, name === chosen)),
  );
  const labelWidth = Math.min(widest, 0.3 * width);
  const height = Math.max(
    options.height ?? 460,
    ABOVE + BELOW + 2 * NOTE_GAP + sources.length * LABEL_GAP,
  );

  const { low, high, clipped } = valueDomain(data, sources, shown);
  const yValues = ticks(low, high, 6);
  const decimals = tickDecimals(yValues);
  const tickTexts = yValues.map((value) => {
    const text = value.toFixed(decimals).replace('-', '−');
    return data.target.unit === '%' ? `${text} %` : text;
  });
  const left = Math.ceil(Math.max(...tickTexts.map((text) => textWidth(text, FONT)))) + 14;
  const right = labelWidth + LEADER + 12;

  const notes = [
    ...bandSentence(data, options.bands),
    ...(low === 0 ? [] : [axisSentence(data, low)]),
    ...startSentence(data),
    ...(clipped ? [clippedSentence(data)] : []),
    ...(options.maxRate === undefined && maxRate < 1 ? [cutSentence(data, maxRate)] : []),
  ].flatMap((sentence) => wrapText(sentence, width - left - 8, NOTE_FONT));
  const plot: Box = {
    x: left,
    y: ABOVE,
    width: width - left - right,
    height: height - ABOVE - BELOW - notes.length * NOTE_GAP,
  };
  const xDomain = data.along ? alongDomain(data) : ([0, maxRate] as const);
  const x: Scale = { domain: xDomain, range: [plot.x, plot.x + plot.width] };
  const y: Scale = { domain: [low, high], range: [plot.y + plot.height, plot.y] };
  const lines = placedLines(sources, { data, shown, plot, labelWidth, x, y });

  return {
    width,
    height,
    plot,
    x,
    y,
    xTicks: xTicks(data, x, plot.width < 320 ? 4 : 5),
    yTicks: yValues.map((value, k) => ({ at: place(y, value), text: tickTexts[k] })),
    yTitle: `${capital(data.target.name)} on the test table${axisUnit(data)}`,
    xTitle: fitText(data.along?.title ?? vocabulary(data).axis, plot.width + right, FONT),
    lines,
    notes,
  };
}

/** What lines are placed in: the plot, its scales, and how wide a label may be. */
interface Frame extends Pick<CurveLayout, 'plot' | 'x' | 'y'> {
  readonly data: CurveFigure;
  /** How many stops of the grid are drawn. */
  readonly shown: number;
  readonly labelWidth: number;
}

/** The lines with their bands, and their labels spread so that none lies on another. */
function placedLines(sources: readonly Source[], frame: Frame): Line[] {
  const { data, shown, plot, labelWidth, x, y } = frame;
  const chosen = data.finding.method;
  const at = (values: readonly number[], { along = data.grid }: FigureLine) =>
    values
      .slice(0, shown)
      .map((value, k): Point => ({ x: place(x, along[k]), y: place(y, value) }));
  const drawn = sources.map((source) => {
    const points = at(source.values, source);
    const mean = source.values.slice(0, shown).reduce((sum, value) => sum + value, 0);
    const end = Math.min(Math.max(points[shown - 1].y, plot.y), plot.y + plot.height);
    return { source, points, mean, end };
  });
  // From top to bottom; where lines end together, the line that lay higher on its way comes first.
  const fromTop = [...drawn].sort(
    (a, b) => Math.round(a.end) - Math.round(b.end) || b.mean - a.mean,
  );
  const heights = spread(
    fromTop.map(({ end }) => end),
    LABEL_GAP,
    plot.y + LABEL_GAP / 2,
    plot.y + plot.height - LABEL_GAP / 2,
  );
  return drawn.map((one): Line => {
    const { source, points } = one;
    const bold = source.name === chosen;
    const label = fitText(source.label, labelWidth, FONT, bold);
    return {
      name: source.name,
      chosen: bold,
      main: bold || source.name === data.finding.rival?.method,
      style: source.style,
      points,
      band:
        source.lower && source.upper
          ? [...at(source.upper, source), ...at(source.lower, source).reverse()]
          : [],
      label,
      labelBox: {
        x: plot.x + plot.width + LEADER,
        y: heights[fromTop.indexOf(one)] - LABEL_GAP / 2,
        width: textWidth(label, FONT, bold),
        height: LABEL_GAP,
      },
    };
  });
}

/** References first, the finding's method last: what is drawn later lies on top. */
function sourcesOf(data: CurveFigure, theme: Theme, bands: CurveOptions['bands']): Source[] {
  const styles = lineStyles(data, theme);
  const { finding, band } = data;
  const whose = bands ?? (band.kind === 'seeds' ? 'all' : 'chosen');
  const withBand = (name: string) =>
    whose === 'all' ||
    (whose === 'chosen' && (name === finding.method || name === finding.rival?.method));
  const methods = data.methods.map((method): Source => {
    const { name, label = displayName(name), values, along, lower, upper } = method;
    const line = { name, label, style: styles.get(name)!, values, along };
    return withBand(name) && lower && upper ? { ...line, lower, upper } : line;
  });
  methods.sort((a, b) => Number(a.name === finding.method) - Number(b.name === finding.method));
  const reference = (name: 'random' | 'oracle'): Source => ({
    name,
    label: displayName(name),
    style: referenceStyle(name, theme),
    values: data[name].values,
    along: data[name].along,
  });
  return [reference('oracle'), reference('random'), ...methods];
}

/**
 * From the lowest to the highest of what is drawn. An oracle that would squeeze everything else
 * into less than five eighths of the height is allowed to leave the picture (and a note says so).
 */
function valueDomain(data: CurveFigure, sources: readonly Source[], shown: number) {
  const seen = sources
    .filter(({ name }) => name !== 'oracle')
    .flatMap(({ values, lower, upper }) =>
      [values, lower, upper].flatMap((list) => (list ? list.slice(0, shown) : [])),
    );
  const oracle = data.oracle.values.slice(0, shown);
  const lowest = Math.min(...seen);
  const highest = Math.max(...seen);
  const all = [Math.min(lowest, ...oracle), Math.max(highest, ...oracle)];
  const clipped = all[1] - all[0] > 1.6 * (highest - lowest) && highest > lowest;
  const [low, high] = clipped ? [lowest, highest] : all;
  // Where the oracle leaves, its line needs some way to be seen leaving.
  const extent = high - low || Math.max(Math.abs(high) * 0.02, 1e-6);
  const better = data.target.higherIsBetter;
  // A share can't leave 0 … 100 %, and an axis that does is read as a mistake.
  const [least, most] = data.target.unit === '%' ? [0, 100] : [-Infinity, Infinity];
  return {
    low: Math.max(low - extent * (high === low ? 1 : clipped && !better ? 0.12 : 0.03), least),
    high: Math.min(high + extent * (high === low ? 1 : clipped && better ? 0.12 : 0.03), most),
    clipped,
  };
}

/** All lines begin with the model alone and end with everything handed over. */
function alongDomain({ random }: CurveFigure): readonly [number, number] {
  const along = random.along!;
  return [along[0], along[along.length - 1]];
}

function xTicks(data: CurveFigure, x: Scale, wanted: number): Tick[] {
  const values = ticks(x.domain[0], x.domain[1], wanted);
  const decimals = tickDecimals(values);
  return values.map((value) => ({
    at: place(x, value),
    text: data.along ? value.toFixed(decimals) : percent(value),
  }));
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const axisUnit = ({ target }: CurveFigure) =>
  target.unit === '%' || !target.unit ? '' : `, ${withUnit('', target.unit).trim()}`;
