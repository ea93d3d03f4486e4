import { InputError } from '@cede/core';
import type { InForce } from '../engine/in-force.js';
import { Problem } from '../problem/problem.js';
import type { LoggedCase } from './cases.js';
import { casesNeeded } from './cases-needed.js';
import { binOf, type Estimated, estimateMean, reachOf, type Term } from './estimate.js';

export interface ReplayAsk {
  /** The smallest gain that matters, as accuracy over all cases (0.005). */
  readonly worth?: number;
  readonly confidence?: number;
  /** The policy that decided, to compare with; without it the model alone. */
  readonly against?: 'model' | 'logged';
}

export interface Replay {
  readonly cases: number;
  /** Cases the policy would have handed over. */
  readonly rate: number;
  /** Of the logged decisions. */
  readonly loggedRate: number;
  readonly asked: number;
  /** Cases with enough known to tell expert right − model right. */
  readonly known: number;
  /** Of the cases handed over and told to ask about, the share whose outcome came. */
  readonly answeredShare: number;
  readonly gain?: Estimated;
  /** Against the policy that decided. */
  readonly gainOverLogged?: Estimated;
  /** Accuracy with the policy; absent where the truth was asked on disagreements only. */
  readonly accuracy?: Estimated;
  readonly groups: readonly GroupGain[];
  /** Logged cases without what the policy decides by, and what the first of them lacks. */
  readonly leftOut?: { readonly cases: number; readonly why: string };
  /** Why there is an estimate of the gain and none of the accuracy. */
  readonly accuracyRefused?: string;
  /** Why there is no estimate. */
  readonly refused?: string;
  readonly advice: Advice;
}

export interface GroupGain extends Estimated {
  readonly group: string;
  readonly cases: number;
  readonly rate: number;
  readonly hurt: boolean;
}

export interface Advice {
  readonly says: 'switch on' | 'not yet' | "don't" | "can't tell";
  readonly why: string;
  /** About so many more audited cases would do. */
  readonly moreAudited?: number;
}

const WORTH = 0.005;
const CONFIDENCE = 0.95;
/** Groups smaller than this are not told apart. */
const SMALLEST_GROUP = 50;

/** What a policy would have done with logged traffic. Cases in the order they were decided. */
export function replay(
  logged: readonly LoggedCase[],
  policy: InForce,
  ask: ReplayAsk = {},
): Replay {
  const delta = 1 - (ask.confidence ?? CONFIDENCE);
  const worth = ask.worth ?? WORTH;
  const { cases, defers, leftOut } = decidedBy(policy, logged);
  const rate = share(defers);
  const shownShare = answeredShareOf(cases);
  const base = {
    cases: cases.length,
    rate,
    loggedRate: share(cases.map(({ deferred }) => deferred)),
    asked: cases.filter(({ deferred }) => deferred).length,
    known: cases.filter(({ difference }) => difference !== undefined).length,
    answeredShare: shownShare,
    groups: [],
    ...(leftOut && { leftOut }),
  };
  const refused =
    cases.length === 0 && leftOut
      ? `no case of the log has what this policy decides by (${leftOut.why})`
      : whyRefused(cases, defers);
  if (refused !== undefined)
    return { ...base, refused, advice: { says: "can't tell", why: refused } };
  const scale = shownShare > 0 ? shownShare : 1;
  const smallest = smallestSeen(cases) * scale;
  const gainOf = (weights: readonly number[], chosen: readonly LoggedCase[], level: number) =>
    estimateMean(gainTerms(chosen, weights, scale), smallest, level);
  const ones = defers.map(Number);
  const gain = gainOf(ones, cases, delta);
  const differs = cases.map(({ wished }, k) => ones[k] - Number(wished));
  const gainOverLogged = differs.some((each) => each !== 0)
    ? gainOf(differs, cases, delta)
    : undefined;
  const groups = groupGains(cases, ones, delta, gainOf);
  const unseen = cases.filter(({ asked, goldShare }) => asked * goldShare === 0).length;
  const accuracyRefused =
    unseen > 0
      ? `${unseen} of ${cases.length} cases had no chance of being judged when they were logged. Run with an audit share.`
      : undefined;
  const accuracy =
    accuracyRefused === undefined ? accuracyOf(cases, ones, smallest, scale, delta) : undefined;
  return {
    ...base,
    gain,
    ...(gainOverLogged && { gainOverLogged }),
    ...(accuracy && { accuracy }),
    ...(accuracyRefused !== undefined && { accuracyRefused }),
    groups,
    advice: adviceOf(gain, groups, worth, base.known, (aim) =>
      casesNeeded(
        {
          ...{ cases: cases.length, deviation: gain.deviation, reach: reachOf(smallest), delta },
          width: gain.estimate - gain.low,
        },
        aim,
      ),
    ),
  };
}

/**
 * What the policy would have done. Cases that were logged for a policy with other columns may lack
 * some of this one's: they are left out, and counted.
 */
export function decidedBy({ read, decider }: InForce, logged: readonly LoggedCase[]) {
  const cases: LoggedCase[] = [];
  const defers: boolean[] = [];
  let why: string | undefined;
  for (const each of logged) {
    try {
      const { model, features } = read(each.input, 'any');
      defers.push(decider.decide(model, features, undefined, each.input.group).defer);
      cases.push(each);
    } catch (error) {
      if (!(error instanceof Problem || error instanceof InputError)) throw error;
      why ??= error.message;
    }
  }
  const missed = logged.length - cases.length;
  return { cases, defers, ...(why !== undefined && { leftOut: { cases: missed, why } }) };
}

const share = (flags: readonly boolean[]) =>
  flags.length === 0 ? 0 : flags.filter(Boolean).length / flags.length;

/** Without a chance of being seen nothing can be told, and no assumption stands in for it. */
function whyRefused(cases: readonly LoggedCase[], defers: readonly boolean[]): string | undefined {
  if (cases.length === 0) return 'the log has no cases.';
  const blind = cases.filter(({ asked }, k) => defers[k] && asked === 0).length;
  if (blind > 0)
    return `${blind} of ${cases.length} cases that the policy would hand over had no chance of reaching the expert when they were logged. Run with an audit share.`;
  if (!cases.some(({ difference }) => difference !== undefined))
    return 'no case has both an expert answer and what it takes to judge it. Send outcomes of audited cases.';
  return undefined;
}

const smallestSeen = (cases: readonly LoggedCase[]) =>
  cases.reduce((least, { asked, goldShare }) => {
    const seen = asked * (goldShare || 1);
    return seen > 0 ? Math.min(least, seen) : least;
  }, 1);

/** Outcomes that were asked for and have not come count as missing by chance, and lower p alike. */
function answeredShareOf(cases: readonly LoggedCase[]): number {
  const handed = cases.filter(({ deferred }) => deferred);
  if (handed.length === 0) return 0;
  const answered = handed.filter(
    ({ expertAnswer, expertRight }) => expertAnswer !== undefined || expertRight !== undefined,
  ).length;
  return answered / handed.length;
}

function gainTerms(
  cases: readonly LoggedCase[],
  weights: readonly number[],
  scale: number,
): Term[] {
  return cases.map(({ difference, differenceSeen, rank, asked, goldShare }, k) => ({
    weight: weights[k],
    ...(difference !== undefined && { value: difference }),
    seen: differenceSeen * scale,
    // Agreement shows a difference without the truth, and nobody knew beforehand.
    least: asked * (goldShare || 1) * scale,
    bin: binOf(rank),
  }));
}

/**
 * Accuracy needs the truth of a random share of all audited cases. Where it only came for
 * disagreements, agreeing cases never show whether both were wrong.
 */
function accuracyOf(
  cases: readonly LoggedCase[],
  ones: readonly number[],
  smallest: number,
  scale: number,
  delta: number,
): Estimated | undefined {
  const agreeing = cases.filter(
    ({ difference, expertAnswer }) => difference === 0 && expertAnswer !== undefined,
  );
  if (agreeing.length > 0 && !agreeing.some(({ gold }) => gold !== undefined)) return undefined;
  // Right with the policy, where the truth is known: model right + π·difference.
  const terms = cases.map(({ modelRight, difference, asked, goldShare, rank }, k): Term => {
    const known = modelRight !== undefined && (ones[k] === 0 || difference !== undefined);
    return {
      weight: 1,
      ...(known && { value: modelRight! + ones[k] * (difference ?? 0) }),
      seen: asked * goldShare * scale,
      bin: binOf(rank),
    };
  });
  if (!terms.some(({ value }) => value !== undefined)) return undefined;
  const { low, high, ...rest } = estimateMean(terms, smallest, delta);
  return { ...rest, low: Math.max(0, low), high: Math.min(1, high) };
}

function groupGains(
  cases: readonly LoggedCase[],
  ones: readonly number[],
  delta: number,
  gainOf: (weights: readonly number[], cases: readonly LoggedCase[], level: number) => Estimated,
): GroupGain[] {
  const places = new Map<string, number[]>();
  cases.forEach(({ group }, k) => {
    if (group === undefined) return;
    const list = places.get(group) ?? [];
    list.push(k);
    places.set(group, list);
  });
  const large = [...places].filter(([, list]) => list.length >= SMALLEST_GROUP);
  return large.map(([group, list]) => {
    const weights = list.map((k) => ones[k]);
    const chosen = list.map((k) => cases[k]);
    // All groups at once: each gets its part of what may go wrong.
    const gain = gainOf(weights, chosen, delta / large.length);
    const rate = weights.reduce((a, b) => a + b, 0) / list.length;
    return { group, cases: list.length, rate, ...gain, hurt: gain.high < 0 };
  });
}

/** From fewer outcomes no spread can be told, and so no number of cases. */
const FEWEST = 30;

function adviceOf(
  gain: Estimated,
  groups: readonly GroupGain[],
  worth: number,
  known: number,
  needed: (width: number) => number,
): Advice {
  const hurt = groups.filter((each) => each.hurt).map(({ group }) => group);
  const number = (value: number) => (100 * value).toFixed(2).replace('-', '−');
  const points = (value: number) => `${number(value)} points`;
  if (gain.high < worth)
    return {
      says: "don't",
      why: `The gain is below ${points(worth)}: at most ${points(gain.high)} with this confidence.`,
    };
  if (gain.low > 0 && gain.estimate >= worth && hurt.length === 0)
    return {
      says: 'switch on',
      why: `It gains ${points(gain.estimate)} (${number(gain.low)} to ${number(gain.high)}).`,
    };
  if (gain.low > 0 && hurt.length > 0)
    return { says: "don't", why: `It gains overall and hurts ${hurt.join(', ')}.` };
  const between = `The gain lies between ${number(gain.low)} and ${points(gain.high)}.`;
  if (known < FEWEST)
    return {
      says: 'not yet',
      why: `${between} ${known === 1 ? '1 audited case has' : `${known} audited cases have`} an outcome; how many it takes can be told from ${FEWEST} on.`,
      moreAudited: FEWEST - known,
    };
  // Until the interval leaves out 0, should the gain be what it seems to be, or the smallest that
  // matters. It is not enough yet, so at least a tenth more is asked for.
  const aim = Math.max(worth, Math.abs(gain.estimate));
  const computed = known * (needed(aim) / gain.rows - 1);
  const moreAudited = Math.ceil(Math.max(known / 10, computed));
  return {
    says: 'not yet',
    why: `${between} About ${moreAudited} more audited cases with outcomes would show one of ${points(aim)}.`,
    moreAudited,
  };
}
