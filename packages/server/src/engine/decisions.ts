import { randomUUID } from 'node:crypto';
import { type Decision, storeThreshold } from '@cede/core';
import { Watch } from '../alarms/watch.js';
import type { Clock } from '../clock.js';
import { auditProbability } from '../control/audit.js';
import { certifiedRanks } from '../control/certified.js';
import { type Coins, coinsOf } from '../control/coins.js';
import type { Controller } from '../control/contract.js';
import { createController } from '../control/controllers.js';
import { Problem } from '../problem/problem.js';
import type { DecisionRow, Store, StoredDecision } from '../store/contract.js';
import type { GroupCommit } from '../store/group-commit.js';
import { SharedSettling } from '../store/shared-settling.js';
import type { CaseInput } from './case-input.js';
import { ExpertCaps } from './expert-caps.js';
import type { Facts } from './facts.js';
import { asProblem, type InForce } from './in-force.js';
import { KeyFilter } from './key-filter.js';
import { influencesOf, reasonOf } from './reason.js';
import type { ServeSettings } from './settings.js';

/** Who asks, for the record. */
export interface Asker {
  readonly by?: string;
  readonly request?: string;
  readonly trace?: string;
}

/** An answer as it is sent, and what proxies read from its headers. */
export interface Answer {
  /** JSON. */
  readonly body: string;
  readonly route: string;
  readonly score: number;
  readonly reason: string;
  readonly policy: string;
}

export interface DecisionsOptions {
  /** The name of this policy in the service. */
  readonly name: string;
  readonly store: Store;
  readonly commit: GroupCommit;
  readonly clock: Clock;
  /** Whether an answer waits until its record is durable. */
  readonly strict: boolean;
  /** For how long a key stands for the same request, in ms. */
  readonly idempotency: number;
  /** Seeds the coins; kept in the store. */
  readonly salt: string;
  readonly inForce: InForce;
  readonly settings: ServeSettings;
  readonly challenger?: InForce;
  readonly onDecided?: (route: string, mark: string) => void;
}

/** A case whose score is known and whose fate is not. */
interface Prepared {
  readonly id: string;
  readonly step: number;
  readonly inputs: string;
  readonly coins: Coins;
  readonly decision: Decision;
  readonly rank: number;
  readonly input: CaseInput;
  readonly influences: ReturnType<typeof influencesOf>;
  readonly challenger?: Facts['challenger'];
  readonly renews: boolean;
}

/**
 * Decides cases under one policy and writes them down: score, wish, audit coin, cap, record. The
 * answer leaves only after the record is durable, unless the service was told otherwise.
 */
export class Decisions {
  controller: Controller;
  watch: Watch;
  private force: InForce;
  private challenger?: InForce;
  private current: ServeSettings;
  private readonly caps: ExpertCaps;
  private readonly sharing?: SharedSettling<{ prepared: Prepared; asker: Asker }, Answer>;
  private readonly inFlight = new Map<string, Promise<Answer & { inputs: string }>>();
  private readonly filter: KeyFilter;
  private readonly keyOfState: string;

  constructor(private readonly options: DecisionsOptions) {
    this.force = options.inForce;
    this.challenger = options.challenger;
    this.current = options.settings;
    this.filter = new KeyFilter(options.clock.now(), options.idempotency);
    this.keyOfState = `control ${options.name}`;
    this.caps = new ExpertCaps(options.store, options.clock, options.name);
    if (options.store.shared)
      this.sharing = new SharedSettling(
        options.store,
        this.keyOfState,
        (state, items) => this.settleAll(state, items),
        () => this.prepareCaps(),
      );
    this.controller = this.newController();
    this.watch = this.newWatch();
    this.caps.set(this.current);
  }

  get inForce(): InForce {
    return this.force;
  }

  get settings(): ServeSettings {
    return this.current;
  }

  get challenging(): InForce | undefined {
    return this.challenger;
  }

  /** Another policy, other settings, from the next case on; cases under way are not disturbed. */
  change(inForce: InForce, settings: ServeSettings, challenger = this.challenger): void {
    const before = this.controller;
    const { id, threshold } = this.force.policy;
    const other = inForce.policy;
    this.force = inForce;
    this.current = settings;
    this.challenger = challenger;
    this.controller = this.newController();
    if (before.kind === this.controller.kind) this.controller.restore(before.state());
    if (other.id !== id || other.threshold.revision !== threshold.revision)
      this.watch = this.newWatch();
    this.caps.set(this.current);
  }

  /** What the log knows, before the first case: control goes on where it stood. */
  async resume(): Promise<void> {
    const state = await this.options.store.state(this.keyOfState);
    if (state !== undefined) this.controller.restore(state);
    await this.watch.resume(this.options.store);
  }

  /** Loads the keys of the last window in pieces, while the service already answers. */
  async loadKeys(stopped: () => boolean): Promise<void> {
    const { store, name, clock, idempotency, salt } = this.options;
    if (store.shared) return;
    const after = clock.now() - idempotency;
    for (let from: number | undefined = 0; from !== undefined && !stopped(); ) {
      const { keys, next } = await store.recentKeys(name, after, from, 5000);
      for (const key of keys) {
        const at = key.indexOf('\n');
        this.filter.add(
          coinsOf(salt, key.slice(at + 1), Number(key.slice(0, at))).print,
          clock.now(),
        );
      }
      from = next;
    }
    if (!stopped()) this.filter.trust();
  }

  async decide(input: CaseInput, asker: Asker): Promise<Answer> {
    this.options.commit.insistOnRoom();
    const step = input.step ?? 0;
    if (input.id === undefined) {
      const id = randomUUID();
      return this.decideNew(input, id, step, coinsOf(this.options.salt, id, step), asker, false);
    }
    const key = `${step}\n${input.id}`;
    const inputs = inputsText(input);
    const under = this.inFlight.get(key);
    if (under) return sameOr409(await under, inputs, input.id, step);
    const coins = coinsOf(this.options.salt, input.id, step);
    const answering = this.decideKnown(input, input.id, step, coins, asker, inputs);
    this.inFlight.set(key, answering);
    try {
      return sameOr409(await answering, inputs, input.id, step);
    } finally {
      this.inFlight.delete(key);
    }
  }

  /** A key that the caller chose: it may have been answered before. */
  private async decideKnown(
    input: CaseInput,
    id: string,
    step: number,
    coins: Coins,
    asker: Asker,
    inputs: string,
  ): Promise<Answer & { inputs: string }> {
    const { store, name, clock, idempotency } = this.options;
    let renews = false;
    if (this.filter.has(coins.print)) {
      const before = await store.decision(name, id, step);
      if (before && clock.now() - before.at < idempotency)
        return { ...answerOf(before), inputs: before.inputs };
      renews = before !== undefined;
    }
    const answer = await this.decideNew(input, id, step, coins, asker, renews);
    return { ...answer, inputs };
  }

  private async decideNew(
    input: CaseInput,
    id: string,
    step: number,
    coins: Coins,
    asker: Asker,
    renews: boolean,
  ): Promise<Answer> {
    const prepared = this.prepare(input, id, step, coins, renews);
    if (this.sharing) {
      const shared = await this.sharing.add({ prepared, asker });
      if (shared) return shared;
      // Another instance has just decided this key: its answer counts.
      const before = await this.options.store.decision(this.options.name, id, step);
      return sameOr409({ ...answerOf(before!), inputs: before!.inputs }, prepared.inputs, id, step);
    }
    // No pause between the last look and the decision: nobody else takes the last hand-over.
    const [expert] = this.force.policy.experts;
    while (!this.caps.ready(expert)) await this.caps.prepare(expert);
    const { row, answer } = this.settle(prepared, asker);
    const { kind } = this.controller;
    const state =
      kind === 'fixed' ? undefined : ([this.keyOfState, this.controller.state()] as const);
    const durable = this.options.commit.decision(row, state);
    this.filter.add(coins.print, row.at);
    if (this.options.strict) await durable;
    return answer;
  }

  /** Reads and scores a case; nothing moves yet. */
  private prepare(
    input: CaseInput,
    id: string,
    step: number,
    coins: Coins,
    renews: boolean,
  ): Prepared {
    const { force } = this;
    const { model, features } = force.read(input);
    try {
      const decision = force.decider.decide(model, features, undefined, input.group);
      const rank = force.ranks.rankOf(decision.score, coins.tie);
      const influences = influencesOf(force.explain, model, features);
      const challenger = this.challenged(input);
      return {
        ...{ id, step, coins, decision, rank, input, influences, renews },
        inputs: inputsText(input),
        ...(challenger && { challenger }),
      };
    } catch (error) {
      throw asProblem(error, input.probs ? 'probs' : 'features');
    }
  }

  private challenged(input: CaseInput): Facts['challenger'] {
    if (!this.challenger) return undefined;
    const { model, features } = this.challenger.read(input);
    const { score, defer } = this.challenger.decider.decide(
      model,
      features,
      undefined,
      input.group,
    );
    return { policy: this.challenger.policy.id, score, defer };
  }

  private async prepareCaps(): Promise<void> {
    const [expert] = this.force.policy.experts;
    while (!this.caps.ready(expert)) await this.caps.prepare(expert);
  }

  /** Cases of a group, with the state that all instances share. */
  private settleAll(
    state: string | undefined,
    items: readonly { prepared: Prepared; asker: Asker }[],
  ) {
    if (state !== undefined) this.controller.restore(state);
    const settled: ReturnType<Decisions['settle']>[] = [];
    for (const { prepared, asker } of items) {
      // A block of the cap is used up: the rest waits for the next one.
      if (!this.caps.ready(this.force.policy.experts[0])) break;
      settled.push(this.settle(prepared, asker));
    }
    return { settled, state: this.controller.state() };
  }

  /** An audited outcome, for a controller that holds an error rate. */
  async learn(error: number, propensity: number): Promise<void> {
    if (!this.sharing || this.controller.kind !== 'error')
      return this.controller.outcome(error, propensity);
    await this.sharing.change((state) => {
      if (state !== undefined) this.controller.restore(state);
      this.controller.outcome(error, propensity);
      return this.controller.state();
    });
  }

  /** The case's fate, from the wish to the record. Synchronous: no other case comes between. */
  private settle(p: Prepared, asker: Asker): { row: DecisionRow; answer: Answer } {
    const { clock, name } = this.options;
    const { policy, ranks, version } = this.force;
    const { mode, audit: share, gold } = this.current;
    const [expert] = policy.experts;
    const now = clock.now();
    const { threshold: t } = this.controller;
    const wished = this.controller.wish({
      rank: p.rank,
      fixed: p.decision.defer,
      cost: p.input.cost ?? 1,
    });
    const threshold = t === undefined ? p.decision.threshold : ranks.scoreAt(t);
    const place = t ?? ranks.rankOf(p.decision.threshold, 1);
    const audit = auditProbability({ share }, p.rank, place);
    const fate = this.caps.fateOf(mode, wished, audit, p.coins.audit, expert, now);
    const { deferred, mark, propensity } = fate;
    const parts = { ...p.decision, threshold };
    const reason = reasonOf({
      ...{ decision: parts, wished, mark, expert, audit },
      influences: p.influences,
    });
    const route = deferred ? expert : 'model';
    const warning = versionWarning(policy.modelVersion, p.input.modelVersion);
    const body = JSON.stringify({
      id: p.id,
      ...(p.step > 0 && { step: p.step }),
      defer: deferred,
      route,
      score: p.decision.score,
      threshold: storeThreshold(threshold),
      margin: storeThreshold(p.decision.score - threshold),
      ...(p.decision.answer !== undefined && {
        answer: p.decision.answer,
        probability: p.decision.probability,
      }),
      ...(p.decision.unusual && { unusual: p.decision.unusual }),
      ...(mark && { mark }),
      ...(warning && { warning }),
      policy: policy.id,
      revision: policy.threshold.revision,
      reason,
    });
    const goldWanted = p.coins.gold < gold;
    const facts: Facts = {
      rank: p.rank,
      ...(t !== undefined && { control: t }),
      wished,
      scores: { [expert]: p.decision.score },
      propensities: { [expert]: propensity },
      goldPropensity: propensity * gold,
      goldWanted,
      ...(p.input.group !== undefined && { group: p.input.group }),
      ...(p.input.cost !== undefined && { cost: p.input.cost }),
      ...(p.challenger && { challenger: p.challenger }),
      ...asker,
      version,
    };
    const row: DecisionRow = {
      ...{ policy: name, id: p.id, step: p.step, at: now, route, deferred, mark },
      priority: p.decision.score,
      answer: body,
      inputs: p.inputs,
      facts: JSON.stringify(facts),
      ...(p.renews && { renews: true }),
    };
    this.options.onDecided?.(route, mark);
    this.watch.scores.see(p.decision.score, p.coins.tie, now);
    return { row, answer: { body, route, score: p.decision.score, reason, policy: policy.id } };
  }

  /** Gives back what is left of the caps' blocks. */
  async close(): Promise<void> {
    await this.watch.save(this.options.store);
    await this.caps.close();
  }

  private newWatch(): Watch {
    const { audit, gold } = this.current;
    return new Watch(this.options.name, this.force.policy, 0.5 * audit * gold);
  }

  private newController(): Controller {
    const { policy, ranks } = this.force;
    const start = ranks.rankOf(policy.threshold.values[0], 1);
    return createController(this.current.control, start, certifiedRanks(policy, ranks));
  }
}

/** What tells two requests apart: everything but the key. */
function inputsText(input: CaseInput): string {
  const { id: _id, step: _step, ...rest } = input;
  return JSON.stringify(rest);
}

function sameOr409(
  answer: Answer & { inputs: string },
  inputs: string,
  id: string,
  step: number,
): Answer {
  if (answer.inputs === inputs) return answer;
  throw new Problem(
    'conflict',
    `id: ${JSON.stringify(id)}, step ${step} was decided before with another body. Use another id, or send the same body.`,
    'id',
  );
}

function answerOf({ answer: body, route, priority: score }: StoredDecision): Answer {
  const { reason, policy } = JSON.parse(body) as { reason: string; policy: string };
  return { body, route, score, reason, policy };
}

function versionWarning(
  expected: string | undefined,
  given: string | undefined,
): string | undefined {
  if (expected === undefined || given === undefined || expected === given) return undefined;
  return `The policy was fitted for model version ${expected}, the case names ${given}.`;
}
