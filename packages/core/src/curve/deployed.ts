/**
 * The deployed protocol: the threshold was fixed on calibration rows, and the test rows realise
 * whatever rate they realise. The curve protocol takes the test scores' own quantiles instead.
 */
export interface Deployed {
  readonly threshold: number;
  /** Realised on the test rows. */
  readonly rate: number;
  readonly value: number;
  readonly deferred: number;
  /** Cases the expert puts right, and cases it spoils, among those handed over. */
  readonly rescued: number;
  readonly harmed: number;
}

/** Rate and value of a threshold on given rows. */
export function deployed(
  scores: ArrayLike<number>,
  threshold: number,
  modelValue: ArrayLike<number>,
  expertValue: ArrayLike<number>,
  weight?: ArrayLike<number>,
): Deployed {
  let total = 0;
  let handed = 0;
  let value = 0;
  let deferred = 0;
  let rescued = 0;
  let harmed = 0;
  for (let i = 0; i < scores.length; i++) {
    const w = weight ? weight[i] : 1;
    total += w;
    if (scores[i] <= threshold) {
      const gain = expertValue[i] - modelValue[i];
      handed += w;
      value += w * expertValue[i];
      deferred++;
      if (gain > 0) rescued += gain;
      else harmed -= gain;
    } else {
      value += w * modelValue[i];
    }
  }
  return { threshold, rate: handed / total, value: value / total, deferred, rescued, harmed };
}
