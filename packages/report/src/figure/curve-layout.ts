/**
 * Where everything of the curve figure goes, before anything is drawn: tests read the boxes. A line is
 * named on the line itself, where it is apart from the others; those that never are stand in a legend.
 */
import { displayName } from '../method-names.js';
import { decimalsFor, withUnit } from '../number.js';
import { capital, vocabulary, withoutArticle } from '../vocabulary.js';
import type { Box, Point } from './box.js';
import { alongDomain, axisUnit, type Tick, tickText, valueDomain, xTicks } from './curve-axes.js';
import type { CurveFigure, FigureLine } from './curve-figure.js';
import { clearance, labelPlaces } from './label-places.js';
import { lastRate, stopsUpTo } from './last-rate.js';
import { type LineStyle, lineStyle, referenceStyle, type Theme } from './palette.js';
import { place, type Scale, tickDecimals, ticks } from './scale.js';
import { fitText, textWidth } from './text-width.js';
import {
  axisSentence,
  bandSentence,
  clippedSentence,
  cutSentence,
  startSentence,
} from './wording.js';
import { wrapText } from './wrap.js';

/** Air between a level's name and the needle where it stands at first. */
const NEEDLE_GAP = 5;

/** How curves are drawn. */
export interface CurveOptions {
  readonly theme?: Theme;
  readonly width?: number;
  /** Of the plot with its axes; legend and notes come below. */
  readonly height?: number;
  /** The largest rate shown; by default 1, or 0.5 where beyond it every method only loses. */
  readonly maxRate?: number;
  /** Whose bands: by default all where they show seeds, else the finding's method and its rival. */
  readonly bands?: 'all' | 'chosen' | 'none';
  /** Whether the figure's sentences stand below it; a paper has them in its caption instead. */
  readonly notes?: boolean;
  /** Where on the grid a needle with a dot on every line stands, which the dial moves. */
  readonly needle?: number;
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
  /** On the line; null where it is nowhere apart from the others. */
  readonly labelBox: Box | null;
  /** In the legend, where it has no name on the line: sample and name. */
  readonly legendBox: Box | null;
}

/** The model alone, the expert alone: a thin line across. */
export interface Level {
  readonly label: string;
  readonly y: number;
  readonly labelBox: Box;
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
  readonly levels: readonly Level[];
  /** What the figure says about itself. */
  readonly sentences: readonly string[];
  /** The same below the axis, broken to the width; empty where they are not wanted there. */
  readonly notes: readonly string[];
}

export const FONT = 12;
export const LABEL_GAP = 15;
export const NOTE_FONT = 12;
export const NOTE_GAP = 15;
/** Of a line in the legend. */
export const SAMPLE = 22;
const ABOVE = 28;
const BELOW = 44;
const RIGHT = 24;

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

  const { low, high, clipped } = valueDomain(data, sources, shown);
  const yValues = ticks(low, high, 6);
  const decimals = tickDecimals(yValues);
  const tickTexts = yValues.map((value) => tickText(data, value, decimals));
  const left = Math.ceil(Math.max(...tickTexts.map((text) => textWidth(text, FONT)))) + 14;
  const sentences = [
    ...bandSentence(data, options.bands),
    ...(low === 0 ? [] : [axisSentence(data, low)]),
    ...startSentence(data),
    ...(clipped ? [clippedSentence(data)] : []),
    ...(options.maxRate === undefined && maxRate < 1 ? [cutSentence(data, maxRate)] : []),
  ];
  const notes =
    options.notes === false
      ? []
      : sentences.flatMap((sentence) => wrapText(sentence, width - left - 8, NOTE_FONT));
  const plot: Box = {
    x: left,
    y: ABOVE,
    width: width - left - RIGHT,
    height: (options.height ?? 420) - ABOVE - BELOW,
  };
  const xDomain = data.along ? alongDomain(data) : ([0, maxRate] as const);
  const x: Scale = { domain: xDomain, range: [plot.x, plot.x + plot.width] };
  const y: Scale = { domain: [low, high], range: [plot.y + plot.height, plot.y] };
  const levels = levelsOf(data, sources, { plot, x, y, shown, maxRate }, options.needle);
  const needle = needleBox(data, x, plot, options.needle);
  const { lines, rows } = placedLines(sources, { data, shown, plot, x, y, levels, width, needle });

  return {
    width,
    height: ABOVE + plot.height + BELOW + rows * LABEL_GAP + 6 + notes.length * NOTE_GAP,
    plot,
    x,
    y,
    xTicks: xTicks(data, x, plot.width < 320 ? 4 : 5),
    yTicks: yValues.map((value, k) => ({ at: place(y, value), text: tickTexts[k] })),
    yTitle: `${capital(data.target.name)} on the test table${axisUnit(data)}`,
    xTitle: fitText(data.along?.title ?? vocabulary(data).axis, plot.width + RIGHT, FONT),
    lines,
    levels,
    sentences,
    notes,
  };
}

/** What lines are placed in: the plot, its scales, and what is named there already. */
interface Frame extends Pick<CurveLayout, 'plot' | 'x' | 'y' | 'levels' | 'width'> {
  readonly data: CurveFigure;
  /** How many stops of the grid are drawn. */
  readonly shown: number;
  /** Where the needle stands at first. */
  readonly needle: readonly Box[];
}

function needleBox(data: CurveFigure, x: Scale, plot: Box, needle: number | undefined): Box[] {
  return needle === undefined
    ? []
    : [{ x: place(x, data.grid[needle]) - 1, y: plot.y, width: 2, height: plot.height }];
}

/** The lines with their bands; names on the lines where these are apart, else in a legend below. */
function placedLines(
  sources: readonly Source[],
  { data, shown, plot, x, y, levels, width, needle }: Frame,
): { lines: Line[]; rows: number } {
  const chosen = data.finding.method;
  const at = (values: readonly number[], { along = data.grid }: FigureLine) =>
    values
      .slice(0, shown)
      .map((value, k): Point => ({ x: place(x, along[k]), y: place(y, value) }));
  const rank = (name: string) => [chosen, data.finding.rival?.method, 'random'].indexOf(name);
  const drawn = sources.map((source) => {
    const bold = source.name === chosen;
    const label = fitText(source.label, 0.6 * plot.width, FONT, bold);
    const size = { width: textWidth(label, FONT, bold), height: LABEL_GAP };
    return { source, bold, label, ...size, points: at(source.values, source) };
  });
  // Whom the finding speaks of is named first; what is out of the picture can't be.
  const ordered = [...drawn].sort(
    (a, b) => ((rank(a.source.name) + 4) % 4) - ((rank(b.source.name) + 4) % 4),
  );
  const places = labelPlaces(
    ordered,
    plot,
    levels.map(({ labelBox }) => labelBox),
    levels.map(({ y: at }) => [
      { x: plot.x, y: at },
      { x: plot.x + plot.width, y: at },
    ]),
    needle,
  );
  const named = new Map(ordered.map((line, k) => [line, places[k]]));
  // A row of the legend has more room than a place on the line.
  const inLegend = (one: (typeof drawn)[number]) =>
    fitText(one.source.label, width - 4 - plot.x - SAMPLE - 6, FONT, one.bold);
  const legend = legendBoxes(
    drawn
      .filter((line) => !named.get(line))
      .map((line) => ({ line, width: textWidth(inLegend(line), FONT, line.bold) })),
    { x: plot.x, y: plot.y + plot.height + BELOW - 4, right: width - 4 },
  );
  const lines = drawn.map((one): Line => {
    const { source, points, bold, label } = one;
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
      label: named.get(one) ? label : inLegend(one),
      labelBox: named.get(one) ?? null,
      legendBox: legend.boxes.get(one) ?? null,
    };
  });
  return { lines, rows: legend.rows };
}

/** One after the other, in as many rows as it takes. */
function legendBoxes<Line>(
  entries: readonly { readonly line: Line; readonly width: number }[],
  from: { readonly x: number; readonly y: number; readonly right: number },
): { boxes: Map<Line, Box>; rows: number } {
  const boxes = new Map<Line, Box>();
  let [x, row] = [from.x, 0];
  for (const entry of entries) {
    const width = SAMPLE + 6 + entry.width;
    if (x > from.x && x + width > from.right) [x, row] = [from.x, row + 1];
    boxes.set(entry.line, { x, y: from.y + row * LABEL_GAP, width, height: LABEL_GAP });
    x += width + 16;
  }
  return { boxes, rows: entries.length > 0 ? row + 1 : 0 };
}

/**
 * The two answers that need no policy. Their names stand where no curve is: at the other's end, or as
 * near to it as the curves leave room.
 */
function levelsOf(
  data: CurveFigure,
  sources: readonly Source[],
  {
    plot,
    x: across,
    y,
    shown,
    maxRate,
  }: Pick<Frame, 'plot' | 'x' | 'y' | 'shown'> & { readonly maxRate: number },
  needle?: number,
): Level[] {
  const { modelValue, expertValue } = data.finding;
  if (data.along) return [];
  const curves = sources.map(({ values }) =>
    values
      .slice(0, shown)
      .map((value, k): Point => ({ x: place(across, data.grid[k]), y: place(y, value) })),
  );
  const needleX = needle === undefined ? Number.NaN : place(across, data.grid[needle]);
  const offNeedle = (box: Box) =>
    !(needleX > box.x - NEEDLE_GAP && needleX < box.x + box.width + NEEDLE_GAP);
  /** How many curves come closer to a name than it looks well. The needle is worse than one: it is bold. */
  const crowd = (box: Box) =>
    curves.filter((points) => clearance(box, points) < 3).length + (offNeedle(box) ? 0 : 1.5);
  const inside = (box: Box) =>
    box.y >= plot.y - 2 && box.y + box.height <= plot.y + plot.height + 2;
  const level = (name: string, value: number, side: 'left' | 'right', above: boolean): Level[] => {
    // Whose level it is may be cut, never the number.
    const [, who, alone = ''] = /^(.*?)( alone)?$/.exec(name)!;
    const ending = `${alone} ${levelText(data, value)}`;
    const label = fitText(who, 0.6 * plot.width - textWidth(ending, FONT), FONT) + ending;
    const width = textWidth(label, FONT);
    const at = place(y, value);
    const room = plot.width - 12 - width;
    const boxes = [above, !above]
      .flatMap((over) =>
        Array.from({ length: 41 }, (_, k): Box => {
          const moved = (room * k) / 40;
          const x = plot.x + 6 + (side === 'left' ? moved : room - moved);
          return { x, y: over ? at - LABEL_GAP - 2 : at + 2, width, height: LABEL_GAP };
        }),
      )
      .filter(inside);
    // A level outside the picture has no line there; so near an edge that a name fits on one side
    // only, it is named on that side.
    if (boxes.length === 0 || at < plot.y - 0.5 || at > plot.y + plot.height + 0.5) return [];
    // The first with air around it, on its own side of the line or else on the other; where curves
    // are everywhere, the one that the fewest run through.
    let [labelBox, fewest] = [boxes[0], Infinity];
    for (const box of boxes) {
      const close = crowd(box);
      if (close < fewest) [labelBox, fewest] = [box, close];
      if (fewest === 0) break;
    }
    return [{ label, y: at, labelBox }];
  };
  if (data.rejection) return level('All answered', modelValue, 'left', true);
  const names = {
    model: capital(`${data.model?.name ?? 'model'} alone`),
    // Who hands every case over has paid the model first; the expert alone would cost less.
    expert:
      data.target.kind === 'cost'
        ? `Every case to ${data.expert.name}`
        : `${capital(withoutArticle(data.expert.name))} alone`,
  };
  if (expertValue === undefined || expertValue === modelValue) return [];
  const higher = expertValue > modelValue;
  return [
    ...level(names.model, modelValue, maxRate < 1 ? 'left' : 'right', !higher),
    ...level(names.expert, expertValue, 'left', higher),
  ];
}

function levelText({ target }: CurveFigure, value: number): string {
  const digits = decimalsFor(target, value) - (target.kind === 'accuracy' ? 1 : 0);
  return withUnit(value.toFixed(digits), target.unit);
}

/** References first, the finding's method last: what is drawn later lies on top. */
function sourcesOf(data: CurveFigure, theme: Theme, bands: CurveOptions['bands']): Source[] {
  const { finding, band } = data;
  const whose = bands ?? (band.kind === 'seeds' ? 'all' : 'chosen');
  const withBand = (name: string) =>
    whose === 'all' ||
    (whose === 'chosen' && (name === finding.method || name === finding.rival?.method));
  const methods = data.methods.map((method): Source => {
    const { name, family, label = displayName(name), values, along, lower, upper } = method;
    const line = { name, label, style: lineStyle(name, family, theme), values, along };
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
