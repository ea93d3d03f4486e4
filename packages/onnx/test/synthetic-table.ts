import { stream, type Table } from '@cede/core';

/** A model that is right where it is sure, an expert that is right where a column is large. */
export function syntheticTable(
  rows: number,
  seed: number,
  count: number,
  withColumns: boolean,
): Table {
  const random = stream(seed, 'table');
  const label = Int32Array.from({ length: rows }, () => random.below(count));
  const sureness = Float32Array.from({ length: rows }, () => 3 * random.uniform());
  const skill = Float32Array.from({ length: rows }, () => random.normal());
  const answers = (strength: (row: number) => number) => {
    const p = new Float32Array(rows * count);
    for (let i = 0; i < rows; i++) {
      let sum = 0;
      for (let c = 0; c < count; c++) {
        p[i * count + c] = Math.exp(random.normal() + (c === label[i] ? strength(i) : 0));
        sum += p[i * count + c];
      }
      for (let c = 0; c < count; c++) p[i * count + c] /= sum;
    }
    return p;
  };
  return {
    rows,
    classes: Array.from({ length: count }, (_, c) => `class ${c}`),
    label,
    model: answers((i) => sureness[i]),
    experts: [
      {
        name: 'panel',
        kind: 'probabilities',
        probabilities: answers((i) => (skill[i] > 0 ? 3 : 1)),
      },
    ],
    columns: withColumns
      ? [
          { name: 'skill', values: skill },
          { name: 'time', values: skill.map((value) => 1.7e9 + 86_400 * value) },
        ]
      : [],
  };
}
