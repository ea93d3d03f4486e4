import type { CaseInput } from '../engine/case-input.js';
import { countedClass, type RecordedAnswer, saidClass } from '../engine/expert-answer.js';
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
    return outcome && (JSON.parse(outcome.value) as RecordedAnswer);
  };
  const known = rightsOf(told(expert), told(''), model, goldShare, asked);
  return {
    ...{ id: row.id, at: row.at, input: JSON.parse(row.inputs) as CaseInput },
    ...{ deferred: row.deferred, wished: facts.wished, rank: facts.rank, asked, goldShare },
    ...(facts.group !== undefined && { group: facts.group }),
    ...known,
  };
}

type Rights = Pick<
  LoggedCase,
  'modelRight' | 'difference' | 'differenceSeen' | 'expertAnswer' | 'gold' | 'expertRight'
>;

function rightsOf(
  expert: RecordedAnswer | undefined,
  gold: RecordedAnswer | undefined,
  model: number,
  goldShare: number,
  asked: number,
): Rights {
  // Without classes whoever tells how right an answer was knows the truth.
  const [modelRight, expertRight] = [correctness(gold), correctness(expert)];
  if (modelRight !== undefined || expertRight !== undefined) {
    return {
      ...(modelRight !== undefined && { modelRight }),
      ...(expertRight !== undefined && { expertRight }),
      ...(modelRight !== undefined &&
        expertRight !== undefined && { difference: expertRight - modelRight }),
      differenceSeen: asked * goldShare,
    };
  }
  // Where answers are joined, what counts is the joint one.
  const counted = expert === undefined ? undefined : countedClass(expert);
  return rightsOfClasses(
    expert === undefined ? undefined : saidClass(expert),
    counted,
    gold as number | undefined,
    model,
    goldShare,
    asked,
  );
}

const correctness = (answer: RecordedAnswer | undefined): number | undefined =>
  typeof answer === 'object' && 'correct' in answer ? answer.correct : undefined;

function rightsOfClasses(
  said: number | undefined,
  counted: number | undefined,
  gold: number | undefined,
  model: number,
  goldShare: number,
  asked: number,
): Rights {
  const agree = counted !== undefined && counted === model;
  const modelRight = gold === undefined ? undefined : Number(gold === model);
  const expertRight =
    gold === undefined || counted === undefined ? undefined : Number(gold === counted);
  const difference = agree
    ? 0
    : expertRight === undefined || modelRight === undefined
      ? undefined
      : expertRight - modelRight;
  return {
    ...(said !== undefined && { expertAnswer: said }),
    ...(gold !== undefined && { gold }),
    ...(modelRight !== undefined && { modelRight }),
    ...(expertRight !== undefined && { expertRight }),
    ...(difference !== undefined && { difference }),
    differenceSeen: agree ? asked : asked * goldShare,
  };
}
