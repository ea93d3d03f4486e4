import { percent, plural, points } from '../terminal/numbers.js';
import type { TableVerdict } from './verdict.js';

/** The verdict for a person: the sentence, then the gain at every rate and what simpler rules give. */
export function verdictText(verdict: TableVerdict): string {
  const { gains, controls, confidence } = verdict;
  const names = controls.map(({ name }) => CONTROL_NAMES[name]);
  const head = `  ${'hand over'.padEnd(12)}${'gain'.padStart(8)}${`${percent(confidence, 0)} interval`.padStart(20)}${names.map((name) => name.padStart(26)).join('')}`;
  const rows = gains.map(({ rate, estimate, lower, upper }, k) => {
    const others = controls.map((control) =>
      `${points(control.estimate[k], 2)} (${points(control.lower[k], 2)} … ${points(control.upper[k], 2)})`.padStart(
        26,
      ),
    );
    return `  ${percent(rate, 0).padEnd(12)}${points(estimate, 2).padStart(8)}${`${points(lower, 2)} … ${points(upper, 2)}`.padStart(20)}${others.join('')}`;
  });
  return [
    'verdict',
    `  ${verdict.sentence}`,
    '',
    `  From ${plural(verdict.rows, 'row')}${verdict.sampledFrom ? ` sampled from ${plural(verdict.sampledFrom, 'row')}` : ''}, each scored by ${verdict.method} fitted on the other folds (${verdict.folds}). Gains are in points over the better of the model alone and random hand-over; their intervals hold at all rates at once.`,
    `  Best constant: always ${verdict.bestConstant}. With hindsight ${points(verdict.headroom, 2)} points over it (an upper bound, not reachable).`,
    '',
    head,
    ...rows,
  ].join('\n');
}

/** Columns say how much better the scores do than these. */
const CONTROL_NAMES = { conf: 'over confidence', shuffle: 'over shuffled in class' } as const;
