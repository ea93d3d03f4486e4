import type { CaseInput } from '../engine/case-input.js';
import type { Facts } from '../engine/facts.js';
import type { LogRow } from '../store/contract.js';

/** One logged case as an estimate sees it. Rights are undefined where nobody knows them. */
export interface LoggedCase {
  readonly id: string;
  readonly at: number;
  readonly input: CaseInput;
  readonly deferred: boolean;
  readonly wished: boolean;
  /** Where it stands among the calibration rows of the policy that decided it. */
  readonly rank: number;
  readonly group?: string;
  /** The probability that the expert was asked, and that the truth was, given that. */
  readonly asked: number;
  readonly goldShare: number;
  readonly modelRight?: number;
  /** Expert right − model right. Known without the truth where both gave the same answer. */
  readonly difference?: number;
  /** How likely the difference was to be known. */
  readonly differenceSeen: number;
  /** Classes by index, where there are classes. */
  readonly expertAnswer?: number;
  readonly gold?: number;
  readonly expertRight?: number;
}

type Answer = number | { readonly correct: number };

/** A row of the log; `classes` are those of the policy. Rows that another key replaced are left out. */
export function loggedCase(row: LogRow, classes: readonly string[]): LoggedCase {
  const facts = JSON.parse(row.facts) as Facts;
  const [expert] = Object.keys(facts.propensities);
  const asked = facts.propensities[expert];
  const goldShare = asked > 0 ? facts.goldPropensity / asked : 0;
  const { answer } = JSON.parse(row.answer) as { answer?: string };
  const model = classes.indexOf(answer ?? '');
  const told = (who: string) => {
    const outcome = row.outcomes.find((each) => each.who === who);
    return outcome && (JSON.parse(outcome.value) as Answer);
  };
  const known = rightsOf(told(expert), told(''), model, goldShare, asked);
  return {
    ...{ id: row.id, at: row.at, input: JSON.parse(row.inputs) as CaseInput },
    ...{ deferred: row.deferred, wished: facts.wished, rank: facts.rank, asked, goldShare },
    ...(facts.group !== undefined && { group: facts.group }),
    ...known,
  };
}

function rightsOf(
  expert: Answer | undefined,
  gold: Answer | undefined,
  model: number,
  goldShare: number,
  asked: number,
): Pick<
  LoggedCase,
  'modelRight' | 'difference' | 'differenceSeen' | 'expertAnswer' | 'gold' | 'expertRight'
> {
  // Without classes whoever tells how right an answer was knows the truth.
  if (typeof expert === 'object' || typeof gold === 'object') {
    const modelRight = typeof gold === 'object' ? gold.correct : undefined;
    const expertRight = typeof expert === 'object' ? expert.correct : undefined;
    return {
      ...(modelRight !== undefined && { modelRight }),
      ...(expertRight !== undefined && { expertRight }),
      ...(modelRight !== undefined &&
        expertRight !== undefined && { difference: expertRight - modelRight }),
      differenceSeen: asked * goldShare,
    };
  }
  const agree = expert !== undefined && expert === model;
  const modelRight = gold === undefined ? undefined : Number(gold === model);
  const expertRight =
    gold === undefined || expert === undefined ? undefined : Number(gold === expert);
  const difference = agree
    ? 0
    : expertRight === undefined || modelRight === undefined
      ? undefined
      : expertRight - modelRight;
  return {
    ...(expert !== undefined && { expertAnswer: expert }),
    ...(gold !== undefined && { gold }),
    ...(modelRight !== undefined && { modelRight }),
    ...(expertRight !== undefined && { expertRight }),
    ...(difference !== undefined && { difference }),
    differenceSeen: agree ? asked : asked * goldShare,
  };
}
