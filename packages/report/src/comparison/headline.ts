import { thresholdValue } from '@cede/core';
import type { Comparison, ConfidenceRival } from '@cede/study';
import type { Headline, Rival } from '../report-data.js';
import type { Shown } from '../shown.js';
import type { Presentation } from './presentation.js';

/** The claim a report opens with, in the unit that people read. */
export function headlineData(
  { headline }: Comparison,
  shown: Shown,
  { chosenHow, advice }: Pick<Presentation, 'chosenHow' | 'advice'>,
): Headline {
  const { gains, overConfidence, overRandom, ahead, deployed } = headline;
  const gain = shown.interval(headline.gain);
  return {
    method: headline.method,
    chosen: chosenHow,
    rate: headline.at,
    rateFrom: headline.rateFrom,
    modelValue: shown.value(headline.model),
    expertValue: shown.value(headline.expert),
    value: shown.value(headline.value),
    gain: gain.estimate,
    lower: gain.lower,
    upper: gain.upper,
    confidence: headline.confidence,
    gains: { estimate: shown.values(gains.estimate), ...shown.band(gains.lower, gains.upper) },
    ...(overConfidence && { rival: rivalOf(overConfidence, shown) }),
    ...(overRandom && { overRandom: shown.interval(overRandom) }),
    ...(ahead && {
      ahead: {
        ...ahead,
        value: shown.value(ahead.value),
        difference: shown.interval(ahead.difference),
      },
    }),
    ...(advice && headline.beaten && { advice }),
    ...(deployed && {
      deployed: {
        calibrationRows: deployed.calibrationRows,
        ...(deployed.threshold !== undefined && { threshold: thresholdValue(deployed.threshold) }),
        rate: deployed.at,
        value: shown.value(deployed.value),
      },
    }),
  };
}

const rivalOf = ({ at, difference, best }: ConfidenceRival, shown: Shown): Rival => ({
  method: 'conf',
  phrase: "thresholding the model's confidence",
  rate: at,
  difference: shown.interval(difference),
  ...(best && { best: { rate: best.at, difference: shown.interval(best.difference) } }),
});
