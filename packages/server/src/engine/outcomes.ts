import type { CombinedAnswer, Policy } from '@cede/core';
import { Problem } from '../problem/problem.js';
import type { OutcomeRow, StoredDecision } from '../store/contract.js';
import {
  countedClass,
  joinedAnswer,
  type RecordedAnswer,
  type Said,
  saidClass,
  saidProbabilities,
} from './expert-answer.js';
import type { Facts } from './facts.js';
import { policyNamed, recordedDecision, type Service } from './service.js';

/** What somebody says about a case. */
export interface OutcomeInput {
  readonly id: string;
  readonly step?: number;
  readonly who?: string;
  readonly expert?: number | string;
  readonly expertProbs?: readonly number[];
  readonly gold?: number | string;
  readonly expertCorrect?: number;
  readonly modelCorrect?: number;
  readonly replace?: boolean;
}

export interface OutcomeAnswer {
  readonly id: string;
  readonly recorded: boolean;
  readonly goldWanted: boolean;
  /** Where the policy joins answers: what model and expert answer together. */
  readonly combine?: CombinedAnswer;
  readonly note?: string;
}

/** Writes down what the expert said and, separately, what was true. The same again changes nothing. */
export async function recordOutcome(
  service: Service,
  policyName: string,
  input: OutcomeInput,
  by: string,
): Promise<OutcomeAnswer> {
  const { decisions } = policyNamed(service, policyName);
  const { policy } = decisions.inForce;
  const told = valuesOf(input, policy);
  if (told.length === 0)
    throw new Problem('invalid', 'expert: give expert, gold, or both.', 'expert');
  const decision = await recordedDecision(service, policyName, input.id, input.step);
  if (!decision)
    throw new Problem(
      'not-found',
      `id: no decision about ${JSON.stringify(input.id.slice(0, 80))}${input.step === undefined ? '' : `, step ${input.step},`} is known.`,
      'id',
    );
  const known = await service.store.outcomes(policyName, input.id);
  const expert = told.find(({ said }) => said !== undefined)?.said;
  const joined = expert ? joinedAnswer(decisions.inForce, decision.inputs, expert) : {};
  const rows = newRows(told, known, decision, joined.combine, input.replace ?? false, policy).map(
    (row) => ({ ...row, policy: policyName, at: service.clock.now(), by }),
  );
  const facts = JSON.parse(decision.facts) as Facts;
  await Promise.all(rows.map((row) => service.commit.outcome(row)));
  for (const { who } of rows) service.metrics.outcome(policyName, who === '' ? 'gold' : 'expert');
  if (rows.length > 0)
    await tellController(
      decision,
      facts,
      [...known.filter(isNew(rows)), ...rows],
      service,
      policyName,
    );
  return { id: input.id, recorded: rows.length > 0, goldWanted: facts.goldWanted, ...joined };
}

/** A recorded answer by its class's name, where it is a class. */
function wordFor(value: string, classes: readonly string[]): unknown {
  const recorded = JSON.parse(value) as Parameters<typeof saidClass>[0];
  return classes[saidClass(recorded) ?? -1] ?? recorded;
}

/** What is not on record yet; another value than before is refused unless it shall replace it. */
function newRows(
  told: readonly Told[],
  known: readonly OutcomeRow[],
  { id, step }: StoredDecision,
  combine: CombinedAnswer | undefined,
  replace: boolean,
  { classes }: Policy,
): Pick<OutcomeRow, 'id' | 'step' | 'who' | 'value'>[] {
  const rows: Pick<OutcomeRow, 'id' | 'step' | 'who' | 'value'>[] = [];
  for (const { who, value, field, said } of told) {
    const before = known.find((each) => each.who === who && each.step === step);
    const same = said && before ? saidClass(JSON.parse(before.value)) === said.said : false;
    if (before && (same || before.value === value)) continue;
    if (before && !replace)
      throw new Problem(
        'conflict',
        `${field}: ${JSON.stringify(wordFor(before.value, classes))} was told before. To correct it, send "replace": true.`,
        field,
      );
    const joined = said && combine && { said: said.said, joined: classes.indexOf(combine.answer) };
    rows.push({ id, step, who, value: joined ? JSON.stringify(joined) : value });
  }
  return rows;
}

const isNew = (rows: readonly OutcomeRow[]) => (each: OutcomeRow) =>
  !rows.some((row) => row.who === each.who && row.step === each.step);

interface Told {
  readonly who: string;
  readonly value: string;
  readonly field: string;
  /** What an expert said where there are classes. */
  readonly said?: Said;
}

/** Every answer as the class's index, whatever it was told by; without classes as how right it was. */
function valuesOf(input: OutcomeInput, policy: Policy): Told[] {
  const who = expertNamed(input.who, policy.experts);
  const told: Told[] = [];
  const add = (field: keyof OutcomeInput, name: string, value: unknown) =>
    told.push({ who: name, value: JSON.stringify(value), field });
  const classes = policy.classes.length > 0;
  for (const field of ['expert', 'expertProbs', 'gold'] as const)
    if (input[field] !== undefined && !classes)
      refuseKind(field, 'this policy knows no classes; give expertCorrect and modelCorrect');
  if (input.expert !== undefined && input.expertProbs !== undefined)
    refuseKind('expertProbs', 'give either expert or expertProbs');
  const said =
    input.expert !== undefined
      ? { said: classOf(input.expert, 'expert', policy.classes) }
      : input.expertProbs && saidProbabilities(input.expertProbs, policy);
  if (said) {
    const field = input.expert === undefined ? 'expertProbs' : 'expert';
    told.push({ who, value: JSON.stringify(said.said), field, said });
  }
  if (input.gold !== undefined) add('gold', '', classOf(input.gold, 'gold', policy.classes));
  for (const [field, name] of [
    ['expertCorrect', who],
    ['modelCorrect', ''],
  ] as const) {
    const value = input[field];
    if (value === undefined) continue;
    if (classes) refuseKind(field, 'this policy knows classes; give expert and gold');
    add(field, name, { correct: value });
  }
  return told;
}

function refuseKind(field: string, why: string): never {
  throw new Problem('invalid', `${field}: ${why}.`, field);
}

function expertNamed(who: string | undefined, experts: readonly string[]): string {
  if (who === undefined) {
    if (experts.length > 1)
      throw new Problem('invalid', `who: say which expert (${experts.join(', ')}).`, 'who');
    return experts[0];
  }
  if (!experts.includes(who))
    throw new Problem(
      'invalid',
      `who: there is no expert ${JSON.stringify(who.slice(0, 80))} (expected ${experts.join(' or ')}).`,
      'who',
    );
  return who;
}

function classOf(value: number | string, field: string, classes: readonly string[]): number {
  const index = typeof value === 'number' ? value : classes.indexOf(value);
  if (index < 0 || index >= classes.length)
    throw new Problem(
      'invalid',
      `${field}: ${JSON.stringify(value)} is no class (expected 0 to ${classes.length - 1}, or one of ${classes.slice(0, 4).join(', ')}${classes.length > 4 ? ', …' : ''}).`,
      field,
    );
  return index;
}

/** Holding an error rate, and the alarm about it, learn from every case whose truth and answer are both known. */
async function tellController(
  decision: StoredDecision,
  facts: Facts,
  outcomes: readonly OutcomeRow[],
  service: Service,
  policyName: string,
): Promise<void> {
  const decisions = service.policies.get(policyName)!;
  const { inForce, watch } = decisions;
  if (facts.goldPropensity <= 0) return;
  const error = systemError(decision, outcomes, inForce.policy.classes);
  if (error === undefined) return;
  await decisions.learn(error, facts.goldPropensity);
  watch.errors?.see(error, facts.goldPropensity, service.clock.now());
}

/** Whether the answer that was given was wrong; undefined until that is known. */
export function systemError(
  decision: Pick<StoredDecision, 'route' | 'answer'>,
  outcomes: readonly Pick<OutcomeRow, 'who' | 'value'>[],
  classes: readonly string[],
): number | undefined {
  const gold = outcomes.find(({ who }) => who === '');
  const given = outcomes.find(({ who }) => who === decision.route);
  if (decision.route !== 'model') {
    if (!given) return undefined;
    const value = JSON.parse(given.value) as RecordedAnswer;
    if (typeof value === 'object' && 'correct' in value) return 1 - value.correct;
    return gold ? (gold.value === String(countedClass(value)) ? 0 : 1) : undefined;
  }
  if (!gold) return undefined;
  const truth = JSON.parse(gold.value) as number | { correct: number };
  if (typeof truth === 'object') return 1 - truth.correct;
  const { answer } = JSON.parse(decision.answer) as { answer?: string };
  return classes[truth] === answer ? 0 : 1;
}
