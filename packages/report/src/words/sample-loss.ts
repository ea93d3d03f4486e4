import type { SampleLoss } from '@cede/study';
import { count, fixed, percent } from './numbers.js';

/** What a sample costs, in a sentence sized to its error. */
export function sampleText({ rows, of, testRows, ...found }: SampleLoss): string {
  const { area, halfArea, loss, error } = found;
  const points = (value: number) => fixed(100 * value, 2);
  const seen = `On ${count(testRows)} other rows the area is ${percent(area, 2)}, with half the sample ${percent(halfArea, 2)}`;
  const clear = loss > 2 * error;
  return `Fitted on a random sample of ${count(rows)} of ${count(of)} rows. ${seen}: ${
    clear
      ? `all rows would add about ${points(loss)} points (standard error ${points(error)})`
      : `no clear loss (${points(loss)} points, standard error ${points(error)})`
  }, if what is missing shrinks as 1 / rows.`;
}
