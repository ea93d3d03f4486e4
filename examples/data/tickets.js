// Made-up support tickets: a text model sorts them, a support agent could. Replace it by your own log.
import { exp, stream } from '@cede/core';

export const classes = ['billing', 'technical', 'cancellation'];

export function tickets(count, seed) {
  const random = stream(seed, 'tickets');
  return Array.from({ length: count }, (_, i) => {
    const truth = random.below(3);
    const words = 5 + random.below(200);
    // The longer a ticket, the less the model makes of it.
    const strength = 3 - words / 80;
    const evidence = classes.map((_, c) => exp(random.normal() + (c === truth ? strength : 0)));
    const total = evidence.reduce((sum, value) => sum + value);
    const answer = (skill) =>
      random.uniform() < skill ? truth : (truth + 1 + random.below(2)) % 3;
    return {
      id: `T${i + 1}`,
      label: classes[truth],
      model: evidence.map((value) => value / total),
      words,
      // Agents know billing and cancellations; a senior engineer knows everything technical.
      agent: classes[answer(truth === 1 ? 0.7 : 0.95)],
      engineer: classes[answer(truth === 1 ? 0.98 : 0.75)],
    };
  });
}

/** Rows as arrays, one a column: the form in which `tableFromArrays` takes them. */
export const column = (rows, name) => rows.map((row) => row[name]);
