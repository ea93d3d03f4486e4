import { summarise } from '@cede/core';
import { type CurveFigure, type CurvesSvgOptions, drawCurves, type ReportData } from '@cede/report';
import { placesOf, type Scored, targetCurves } from '../score/score-preset.js';

/** Curves of a further target of a run, top-5 accuracy say, beside those of its report. Percent. */
export function targetFigure(report: ReportData, scored: Scored, target: string): CurveFigure {
  const { grid, methods, finding, expert, model } = report;
  const line = (name: string) => {
    const { mean, std } = summarise(targetCurves(scored, name, target), grid);
    return {
      values: mean.map((value) => 100 * value),
      lower: mean.map((value, k) => 100 * (value - std[k])),
      upper: mean.map((value, k) => 100 * (value + std[k])),
    };
  };
  const random = line('random');
  return {
    grid,
    expert,
    ...(model && { model }),
    target: { ...report.target, name: `Top-${placesOf(target)} accuracy` },
    band: { kind: 'seeds' },
    methods: methods.map(({ name, label, family, lower }) => {
      const { values, ...band } = line(name);
      return { name, label, family, values, ...(lower && band) };
    }),
    random,
    oracle: line('oracle'),
    finding: {
      method: finding.method,
      rate: finding.rate,
      modelValue: random.values[0],
      expertValue: random.values.at(-1)!,
    },
  };
}

/** That figure, described for those who can't see it. */
export function drawTarget(figure: CurveFigure, options: CurvesSvgOptions = {}): string {
  const { modelValue, expertValue } = figure.finding;
  const sentence = `The model alone has a ${figure.target.name.toLowerCase()} of ${modelValue.toFixed(1)} %, the expert alone ${expertValue!.toFixed(1)} %.`;
  return drawCurves(figure, sentence, { id: 'target', ...options });
}
