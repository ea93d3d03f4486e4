import { randomUUID } from 'node:crypto';
import { type Decision, InputError } from '@cede/core';
import { Watch } from '../alarms/watch.js';
import type { Clock } from '../clock.js';
import { auditProbability } from '../control/audit.js';
import { certifiedRanks } from '../control/certified.js';
import { type Coins, createDraw, type Draw } from '../control/coins.js';
import type { Controller } from '../control/contract.js';
import { createController } from '../control/controllers.js';
import { Problem } from '../problem/problem.js';
import type { DecisionRow, Store } from '../store/contract.js';
import type { GroupCommit, StateSource } from '../store/group-commit.js';
import { SharedSettling } from '../store/shared-settling.js';
import { type Answer, type Asker, inputsText, sameOr409, versionWarning } from './answer.js';
import type { CaseInput } from './case-input.js';
import { ExpertCaps } from './expert-caps.js';
import type { Facts } from './facts.js';
import { type Adopted, asProblem, type InForce } from './in-force.js';
import { KeyFilter } from './key-filter.js';
import { influencesOf, reasonOf } from './reason.js';
import { answerText, factsText, scoreText } from './record-text.js';
import { leastSeen, type ServeSettings } from './settings.js';

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
  readonly onDecided?: (route: string, mark: string) => void;
}

/** A case as it came, with its key. */
interface Asked {
  readonly input: CaseInput;
  readonly id: string;
  readonly step: number;
  readonly coins: Coins;
  /** As the record keeps it. */
  readonly inputs: string;
}

/** A case whose score is known and whose fate is not. */
interface Prepared extends Asked {
  readonly decision: Decision;
  readonly rank: number;
  readonly influences: ReturnType<typeof influencesOf>;
  readonly challenger: Facts['challenger'] | undefined;
  readonly renews: boolean;
}

interface Settled {
  readonly row: DecisionRow;
  readonly answer: Answer & { durable: Promise<void> | undefined };
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
  private readonly inFlight = new Map<string, Promise<Answer>>();
  private readonly filter: KeyFilter;
  private readonly keyOfState: string;
  private readonly draw: Draw;
  private readonly state: StateSource;

  constructor(
    private readonly options: DecisionsOptions,
    { inForce, challenger, settings }: Adopted,
  ) {
    this.force = inForce;
    this.challenger = challenger;
    this.current = settings;
    this.filter = new KeyFilter(options.clock.now(), options.idempotency);
    this.draw = createDraw(options.salt);
    this.keyOfState = `control ${options.name}`;
    this.state = { key: this.keyOfState, read: () => this.controller.state() };
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
  change(inForce: InForce, settings: ServeSettings, challenger: InForce | undefined): void {
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
    const { store, name, clock, idempotency } = this.options;
    if (store.shared) return;
    const after = clock.now() - idempotency;
    for (let from: number | undefined = 0; from !== undefined && !stopped(); ) {
      const { keys, next } = await store.recentKeys(name, after, from, 5000);
      for (const key of keys) {
        const at = key.indexOf('\n');
        this.filter.add(this.draw(key.slice(at + 1), Number(key.slice(0, at))), clock.now());
      }
      from = next;
    }
    if (!stopped()) this.filter.trust();
  }

  /**
   * Decides a case, or tells what was decided. `text` is the case as the caller wrote it. Answers at
   * once where nothing has to be asked: a promise costs as much as a score. The caller waits until the
   * answer is `durable`; many answers share that promise.
   */
  decide(input: CaseInput, asker: Asker, text?: string): Answer | Promise<Answer> {
    const { commit, clock } = this.options;
    commit.insistOnRoom();
    const step = input.step ?? 0;
    const id = input.id ?? randomUUID();
    const coins = this.draw(id, step);
    const known = input.id !== undefined && this.filter.has(coins);
    // Before anything is waited for: whoever comes with the same key meanwhile finds it.
    this.filter.add(coins, clock.now());
    const asked = { input, id, step, coins, inputs: inputsText(input, text) };
    const expert = this.force.policy.experts[0];
    if (known || this.sharing || !this.caps.ready(expert))
      return this.oneAtATime(`${step}\n${id}`, () => this.decideLater(asked, asker, known));
    return this.record(this.settle(this.prepare(asked, false), asker));
  }

  /** Requests with one key wait for each other, so that the second finds what the first left. */
  private async oneAtATime(key: string, work: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const before = this.inFlight.get(key);
      if (!before) break;
      await before.catch(() => undefined);
    }
    const answering = work();
    this.inFlight.set(key, answering);
    try {
      return await answering;
    } finally {
      this.inFlight.delete(key);
    }
  }

  /** A key that may have been answered before, a cap that must be asked, or a log that others share. */
  private async decideLater(asked: Asked, asker: Asker, known: boolean): Promise<Answer> {
    const { store, name, clock, idempotency, commit } = this.options;
    const { id, step, inputs } = asked;
    let renews = false;
    if (known) {
      const waiting = commit.find(name, id, step);
      if (waiting && this.options.strict) await waiting.durable;
      const before = waiting?.row ?? (await store.decision(name, id, step));
      if (before && clock.now() - before.at < idempotency) return sameOr409(before, inputs);
      renews = before !== undefined;
    }
    const prepared = this.prepare(asked, renews);
    if (this.sharing) {
      const shared = await this.sharing.add({ prepared, asker });
      if (shared) return shared;
      // Another instance has just decided this key: its answer counts.
      return sameOr409((await store.decision(name, id, step))!, inputs);
    }
    // No pause between the last look and the decision: nobody else takes the last hand-over.
    const expert = this.force.policy.experts[0];
    while (!this.caps.ready(expert)) await this.caps.prepare(expert);
    return this.record(this.settle(prepared, asker));
  }

  /** Writes a decision down; the answer waits for the disk where the service was told so. */
  private record({ row, answer }: Settled): Answer {
    const { commit, strict } = this.options;
    const durable = commit.decision(row, this.controller.kind === 'fixed' ? undefined : this.state);
    // Callers who are faster than the store are slowed down before they are refused.
    if (strict || commit.isBehind) answer.durable = durable;
    return answer;
  }

  /** Reads and scores a case; nothing moves yet. */
  private prepare({ input, id, step, coins, inputs }: Asked, renews: boolean): Prepared {
    const { force } = this;
    this.insistOnCost(input.cost);
    const { model, features } = force.read(input, this.challenger?.columns);
    try {
      const decision = force.decider.decide(model, features, undefined, input.group);
      const influences = influencesOf(force, model, features);
      const rank = force.ranks.rankOf(decision.score, coins.tie);
      const challenger = this.challenger && this.challenged(this.challenger, input);
      return { id, step, inputs, coins, decision, rank, input, influences, challenger, renews };
    } catch (error) {
      throw asProblem(error, input.probs ? 'probs' : 'features');
    }
  }

  /** Where a cost is held: what a case costs lies within what was declared. */
  private insistOnCost(cost: number | undefined): void {
    if (cost === undefined) return;
    const largest = this.largestCost;
    if (largest === undefined || cost <= largest) return;
    throw new Problem(
      'invalid',
      `cost: is ${cost}, above the largest that was declared (${largest}). The cost that is held holds for cases up to that.`,
      'cost',
    );
  }

  private get largestCost(): number | undefined {
    const { hold, largestCost = 1 } = this.current.control;
    return hold === 'cost' ? largestCost : undefined;
  }

  /** Nothing where the case lacks what the challenger decides by: a shadow never refuses a request. */
  private challenged({ policy, read, decider }: InForce, input: CaseInput): Facts['challenger'] {
    try {
      const { model, features } = read(input, 'any');
      const { score, defer } = decider.decide(model, features, undefined, input.group);
      return { policy: policy.id, score, defer };
    } catch (error) {
      if (error instanceof Problem || error instanceof InputError) return undefined;
      throw error;
    }
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
    const settled: Settled[] = [];
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
  private settle(p: Prepared, asker: Asker): Settled {
    const { clock, name } = this.options;
    const { policy, ranks, version, plainNames: plain } = this.force;
    const { mode, audit: share, gold } = this.current;
    const { id, step, decision, input } = p;
    const expert = policy.experts[0];
    const now = clock.now();
    const { threshold: t } = this.controller;
    const wish = { rank: p.rank, fixed: decision.defer, cost: input.cost ?? this.largestCost ?? 1 };
    const wished = this.controller.wish(wish);
    const threshold = t === undefined ? decision.threshold : ranks.scoreAt(t);
    const audit =
      share > 0 ? auditProbability({ share }, p.rank, t ?? ranks.rankOf(decision.threshold, 1)) : 0;
    const fate = this.caps.fateOf(mode, wished, audit, p.coins.audit, expert, now);
    const { deferred, mark, propensity } = fate;
    const { score } = decision;
    const reason = reasonOf({ score, threshold, wished, mark, expert, audit }, p.influences);
    const route = deferred ? expert : 'model';
    // Plain literals in what follows: spreading objects took a tenth of a decision's time.
    const body = answerText({
      id,
      step,
      deferred,
      route,
      decision,
      threshold,
      mark,
      reason,
      warning: versionWarning(policy.modelVersion, input.modelVersion),
      policy: policy.id,
      revision: policy.threshold.revision,
      plain,
    });
    const facts = factsText({
      rank: p.rank,
      control: t,
      wished,
      expert,
      score,
      propensity,
      goldPropensity: propensity * gold,
      goldWanted: p.coins.gold < gold,
      group: input.group,
      cost: input.cost,
      challenger: p.challenger,
      asker,
      version,
      plain,
    });
    const row: DecisionRow = {
      policy: name,
      id,
      step,
      at: now,
      route,
      deferred,
      mark,
      priority: score,
      answer: body,
      inputs: p.inputs,
      facts,
      renews: p.renews,
    };
    this.options.onDecided?.(route, mark);
    this.watch.scores.see(score, p.coins.tie, now);
    return {
      row,
      answer: {
        body,
        route,
        score: scoreText(score),
        reason,
        policy: policy.id,
        plain,
        durable: undefined,
      },
    };
  }

  /** Gives back what is left of the caps' blocks. */
  async close(): Promise<void> {
    await this.watch.save(this.options.store);
    await this.caps.close();
  }

  private newWatch(): Watch {
    return new Watch(this.options.name, this.force.policy, leastSeen(this.current));
  }

  private newController(): Controller {
    const { policy, ranks } = this.force;
    const start = ranks.rankOf(policy.threshold.values[0], 1);
    const certified = certifiedRanks(policy, ranks);
    return createController(this.current.control, start, certified, leastSeen(this.current));
  }
}
