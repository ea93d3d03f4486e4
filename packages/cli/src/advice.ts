import type { ErrorCode, InputError } from '@cede/core';

/**
 * What to type, by the reason of a refusal. Core speaks of tables and options and knows no command
 * line; data, which finds columns, says itself how they are named.
 */
const ADVICE: Readonly<Partial<Record<ErrorCode, string>>> = {
  'label-missing': 'Name its column with --label.',
  'label-votes-missing': 'Pass --label-votes.',
  'model-missing': 'Name its columns with --model.',
  'expert-missing': "Name the expert's columns with --expert.",
  'feature-missing': 'Name it with --features.',
  'features-missing': 'Name some with --features.',
  'cost-matrix-missing': 'Pass --cost-matrix.',
  'costs-missing':
    'Name the columns with --expert-cost and --model-cost, if they are called otherwise.',
  'prices-missing': 'Price errors with --error-cost 5 or --cost-matrix costs.csv.',
  'error-cost-idle': 'Leave --error-cost out.',
  'budget-unsuited': 'Certify --max-error or --max-rate instead.',
  'bounds-unlabelled': 'Leave --bounds out, or give rows that do.',
  'largest-cost-unknown': 'To declare it: --largest-cost 20.',
  'largest-weight-unknown': 'To declare it: --largest-weight 10.',
  'propensity-too-small':
    'Declare the smallest with which anybody is asked: --smallest-propensity.',
  'group-missing': 'Name it with --group.',
  'policy-older': 'Fit it again with cede fit.',
  'verdict-unsuited': 'Use cede compare to see the curves.',
  'policy-damaged': 'Write it again with cede fit.',
  'time-missing': 'Name it with --time.',
  'cluster-missing': 'Name it with --cluster.',
  'tested-is-fitted': 'To have it cut, give this table alone with --test-share 0.5.',
  'votes-twice': 'To take the votes as a panel, pass --expert-panel.',
};

/** A refusal as it is printed: its message, then what to type. */
export function advised({ message, code }: Pick<InputError, 'message' | 'code'>): string {
  const advice = ADVICE[code];
  return advice === undefined ? message : `${message} ${advice}`;
}
