import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalisedWeights } from '../src/ideal/normaliser.js';
import {
  chowDefers,
  divergenceNamed,
  expertTilt,
  klWeight,
  RATIO_LOSSES,
  type RatioLoss,
  ratioDefers,
  ratioFromScore,
  ratioOfCost,
  thresholdFromRatio,
} from '../src/index.js';
import {
  between,
  expectation,
  jointWeight,
  marginalOf,
  sum,
  temperature,
  variance,
  type World,
  worlds,
} from './world.js';

const squared: RatioLoss = RATIO_LOSSES.squared;
const RATIOS = Object.values(RATIO_LOSSES) as RatioLoss[];
const points = (world: World) => world.mass.map((_, x) => x);
const cost = fc.integer({ min: -150, max: 150 }).map((c) => c / 100);

/** Everything that can be said of point x. */
function at(world: World, x: number, gamma: number, gammaExpert = gamma) {
  const { posterior, modelLoss, expertLoss } = world;
  return {
    model: expectation(posterior[x], modelLoss[x]),
    expert: expectation(posterior[x], expertLoss[x]),
    joint: jointWeight(posterior[x], modelLoss[x], gamma),
    jointExpert: jointWeight(posterior[x], expertLoss[x], gammaExpert),
    marginal: marginalOf(posterior[x], modelLoss[x], gamma),
    marginalExpert: marginalOf(posterior[x], expertLoss[x], gammaExpert),
  };
}

/** Two equal real numbers computed along two ways may part in the last bits: such ties prove nothing. */
const tied = (a: number, b: number) => Math.abs(a - b) < 1e-9 * (1 + Math.abs(a));

describe('ideal distributions (theorem: optimal φ reweighting; corollary: KL weights)', () => {
  it.each(['kl', 'chi2', 'hellinger', 'js', 'alpha0.5', 'alpha2.5'])(
    '%s: the weights beat any other feasible reweighting',
    (name) => {
      const divergence = divergenceNamed(name);
      fc.assert(
        fc.property(
          worlds(),
          temperature,
          fc.array(between(0, 4), { minLength: 20, maxLength: 20 }),
          (world, gamma, rival) => {
            // Atoms of the joint space: (x, y) with mass P(x)P(y|x).
            const mass = points(world).flatMap((x) =>
              world.posterior[x].map((p) => p * world.mass[x]),
            );
            const losses = world.modelLoss.flat();
            const objective = (weights: ArrayLike<number>) =>
              sum(
                losses.map(
                  (loss, z) =>
                    mass[z] * (weights[z] * loss + gamma * divergence.generator(weights[z])),
                ),
              );
            const best = normalisedWeights(losses, mass, gamma, divergence);
            expect(expectation(mass, [...best])).toBeCloseTo(1, 9);
            const least = objective(best);
            const feasible = (raw: number[]) => {
              const mean = expectation(mass, raw);
              return raw.map((weight) => weight / mean);
            };
            const far = feasible(losses.map((_, z) => rival[z % 20] + 1e-3));
            for (const share of [1, 0.1, 0.001]) {
              const other = far.map((weight, z) => share * weight + (1 - share) * best[z]);
              expect(objective(other)).toBeGreaterThanOrEqual(least - 1e-9 * (1 + Math.abs(least)));
            }
            expect(objective(losses.map(() => 1))).toBeGreaterThanOrEqual(least - 1e-9);
          },
        ),
      );
    },
  );

  it('KL: Z is a plain factor, and the marginal over y of the joint ideal is the joint weight', () => {
    fc.assert(
      fc.property(worlds(), temperature, (world, gamma) => {
        const kl = divergenceNamed('kl');
        const labels = world.posterior[0].length;
        const mass = points(world).flatMap((x) => world.posterior[x].map((p) => p * world.mass[x]));
        const solved = normalisedWeights(world.modelLoss.flat(), mass, gamma, kl);
        const z = expectation(
          world.mass,
          points(world).map((x) => at(world, x, gamma).joint),
        );
        for (const x of points(world)) {
          const conditional = sum(world.posterior[x].map((p, y) => p * solved[x * labels + y]));
          expect(conditional).toBeCloseTo(at(world, x, gamma).joint / z, 9);
        }
      }),
    );
  });
});

describe("Chow's rule (lemma, with the sign of the stated objective)", () => {
  const risk = (world: World, c: number, defers: (x: number) => boolean) =>
    sum(
      points(world).map((x) => {
        const { model, expert } = at(world, x, 1);
        return world.mass[x] * (defers(x) ? expert + c : model);
      }),
    );

  it('minimises E[loss] + c·P[defer] among all rules, for every c', () => {
    fc.assert(
      fc.property(worlds(), cost, (world, c) => {
        const chow = risk(world, c, (x) => {
          const { model, expert } = at(world, x, 1);
          return chowDefers(model, expert, c);
        });
        for (let rule = 0; rule < 2 ** world.mass.length; rule++)
          expect(chow).toBeLessThanOrEqual(risk(world, c, (x) => ((rule >> x) & 1) === 1) + 1e-12);
      }),
    );
  });

  it('slip 1: with the printed sign (≤ c) it is not optimal', () => {
    // Model loses 0.5, expert 0.6, asking costs 0.2: the printed rule asks, and loses 0.8.
    const world: World = {
      mass: [1],
      posterior: [[1]],
      modelLoss: [[0.5]],
      expertLoss: [[0.6]],
    };
    const printed = (x: number) => {
      const { model, expert } = at(world, x, 1);
      return expert - model <= 0.2;
    };
    expect(risk(world, 0.2, printed)).toBeCloseTo(0.8, 12);
    expect(risk(world, 0.2, () => chowDefers(0.5, 0.6, 0.2))).toBeCloseTo(0.5, 12);
  });
});

describe('relation to Chow (theorem), γ = γ_expert', () => {
  it("the marginal rule at τ' = exp(−c/γ) is Chow's rule, for every c", () => {
    fc.assert(
      fc.property(worlds(), temperature, cost, (world, gamma, c) => {
        for (const x of points(world)) {
          const { model, expert, marginal, marginalExpert } = at(world, x, gamma);
          if (tied(expert - model, -c)) continue;
          expect(ratioDefers(marginal, marginalExpert, ratioOfCost(c, gamma))).toBe(
            chowDefers(model, expert, c),
          );
        }
      }),
    );
  });

  it("the joint rule is contained in Chow's rule under the expert-tilted posterior", () => {
    let contained = 0;
    let strict = 0;
    fc.assert(
      fc.property(worlds(), temperature, cost, (world, gamma, c) => {
        for (const x of points(world)) {
          const { joint, jointExpert } = at(world, x, gamma);
          const tilted = [...expertTilt(world.posterior[x], (y) => world.expertLoss[x][y], gamma)];
          expect(sum(tilted)).toBeCloseTo(1, 12);
          const model = expectation(tilted, world.modelLoss[x]);
          const expert = expectation(tilted, world.expertLoss[x]);
          if (tied(expert - model, -c)) continue;
          const chow = chowDefers(model, expert, c);
          if (ratioDefers(joint, jointExpert, ratioOfCost(c, gamma) * (1 - 1e-12))) {
            expect(chow).toBe(true);
            contained++;
          } else if (chow) strict++;
        }
      }),
    );
    // Both cases were met: neither rule is empty, and the inclusion is strict somewhere.
    expect(Math.min(contained, strict)).toBeGreaterThan(0);
  });

  it("with γ ≠ γ_expert the marginal rule is no longer Chow's: no τ separates these two points", () => {
    // Chow at c = 0 defers at x = 0 and keeps at x = 1; the weights order the points the other way.
    const world: World = {
      mass: [0.5, 0.5],
      posterior: [[1], [1]],
      modelLoss: [[0.2], [1.5]],
      expertLoss: [[0.1], [1.6]],
    };
    const [first, second] = [at(world, 0, 0.2, 2), at(world, 1, 0.2, 2)];
    expect(chowDefers(first.model, first.expert, 0)).toBe(true);
    expect(chowDefers(second.model, second.expert, 0)).toBe(false);
    expect(first.marginal / first.marginalExpert).toBeGreaterThan(
      second.marginal / second.marginalExpert,
    );
  });
});

describe('joint and marginal loss', () => {
  const loss = (
    world: World,
    ratio: RatioLoss,
    kind: 'joint' | 'marginal',
    scores: number[],
    gamma: number,
    gammaExpert: number,
  ) =>
    sum(
      points(world).map((x) => {
        const point = at(world, x, gamma, gammaExpert);
        const [a, b] =
          kind === 'joint'
            ? [point.joint, point.jointExpert]
            : [point.marginal, point.marginalExpert];
        return world.mass[x] * (a * ratio.plus(scores[x]) + b * ratio.minus(scores[x]));
      }),
    );
  const scores = fc.array(between(-3, 3), { minLength: 5, maxLength: 5 });

  it.each(['squared', 'logistic'] as const)(
    'Jensen ordering (lemma): marginal ≤ joint for %s, whose partial losses are ≥ 0',
    (name) => {
      fc.assert(
        fc.property(worlds(), temperature, temperature, scores, (world, g, ge, s) => {
          const ratio = RATIO_LOSSES[name];
          expect(loss(world, ratio, 'marginal', s, g, ge)).toBeLessThanOrEqual(
            loss(world, ratio, 'joint', s, g, ge) + 1e-12,
          );
        }),
      );
    },
  );

  it.each(['lsif', 'kliep'] as const)('slip 2: the ordering fails for %s, though ℓ ≥ 0', (name) => {
    // The model's loss varies, the expert's doesn't; ℓ₊ < 0 at this score turns the order round.
    const world: World = {
      mass: [1],
      posterior: [[0.5, 0.5]],
      modelLoss: [[0, 2]],
      expertLoss: [[1, 1]],
    };
    const ratio = RATIO_LOSSES[name];
    expect(ratio.plus(2)).toBeLessThan(0);
    expect(loss(world, ratio, 'marginal', [2], 1, 1)).toBeGreaterThan(
      loss(world, ratio, 'joint', [2], 1, 1) + 0.01,
    );
  });

  it('gap bound (theorem): both sides, for non-negative partial losses', () => {
    fc.assert(
      fc.property(
        worlds(),
        temperature,
        temperature,
        scores,
        fc.constantFrom('squared' as const, 'logistic' as const),
        (world, g, ge, s, name) => {
          const ratio = RATIO_LOSSES[name];
          const largest = 2;
          const side = (partial: (v: number) => number, losses: number[][]) =>
            sum(
              points(world).map(
                (x) => world.mass[x] * partial(s[x]) * variance(world.posterior[x], losses[x]),
              ),
            );
          const model = side(ratio.plus, world.modelLoss) / (2 * g * g);
          const expert = side(ratio.minus, world.expertLoss) / (2 * ge * ge);
          const gap =
            loss(world, ratio, 'joint', s, g, ge) - loss(world, ratio, 'marginal', s, g, ge);
          const slack = 1e-9 * (1 + model + expert);
          expect(gap).toBeLessThanOrEqual(model + expert + slack);
          expect(gap).toBeGreaterThanOrEqual(
            Math.exp(-largest / g) * model + Math.exp(-largest / ge) * expert - slack,
          );
        },
      ),
    );
  });

  it('the Taylor lemma behind it, on centred variables', () => {
    fc.assert(
      fc.property(worlds(), temperature, (world, gamma) => {
        const p = world.posterior[0];
        const losses = world.modelLoss[0];
        const mean = expectation(p, losses);
        const centred = losses.map((loss) => loss - mean);
        const [m, M] = [Math.min(...centred), Math.max(...centred)];
        const gap =
          expectation(
            p,
            centred.map((z) => Math.exp(-z / gamma)),
          ) - 1;
        const half = variance(p, losses) / (2 * gamma * gamma);
        expect(gap).toBeGreaterThanOrEqual(Math.exp(-M / gamma) * half - 1e-12);
        expect(gap).toBeLessThanOrEqual(Math.exp(-m / gamma) * half * (1 + 1e-9) + 1e-12);
      }),
    );
  });
});

describe('threshold on the score (lemma), for every link', () => {
  it.each(RATIOS.map((ratio) => [ratio.name, ratio] as const))('%s', (_name, ratio) => {
    fc.assert(
      fc.property(between(-30, 30), between(0.05, 0.95), between(1e-2, 1e2), (score, pi, tau) => {
        const threshold = thresholdFromRatio(ratio, pi, tau);
        if (tied(score, threshold)) return;
        // Scores outside the range of the link are clamped, and still fall on the same side.
        expect(ratioFromScore(ratio, pi, score) <= tau).toBe(score <= threshold);
      }),
    );
  });

  it('the deferral rule of the minimising score is the rule on the ratio of ideal distributions', () => {
    fc.assert(
      fc.property(
        worlds(),
        temperature,
        temperature,
        between(0.05, 20),
        fc.constantFrom(...RATIOS),
        (world, g, ge, tau, ratio) => {
          const all = points(world).map((x) => at(world, x, g, ge));
          const z = expectation(
            world.mass,
            all.map(({ joint }) => joint),
          );
          const ze = expectation(
            world.mass,
            all.map(({ jointExpert }) => jointExpert),
          );
          const pi = z / (z + ze);
          for (const { joint, jointExpert } of all) {
            const trueRatio = joint / z / (jointExpert / ze);
            if (tied(trueRatio, tau)) continue;
            const score = ratio.link(joint / (joint + jointExpert));
            expect(score <= thresholdFromRatio(ratio, pi, tau)).toBe(trueRatio <= tau);
          }
        },
      ),
    );
  });
});

describe('limits in γ, zero-one loss', () => {
  /** P[right | x] of model and expert. */
  const right = (world: World, x: number) => ({
    model: 1 - expectation(world.posterior[x], world.modelLoss[x]),
    expert: 1 - expectation(world.posterior[x], world.expertLoss[x]),
  });
  const binary = worlds({ binary: true });

  it('γ → 0 (lemma): exp(−ℓ/γ) tends to what γ = 0 means', () => {
    for (const loss of [0, 0.3, 1, 2]) {
      expect(klWeight(loss, 1e-4)).toBeCloseTo(klWeight(loss, 0), 12);
      expect(klWeight(loss, 1e12)).toBeCloseTo(1, 9);
    }
    fc.assert(
      fc.property(binary, (world) => {
        for (const x of points(world)) {
          const { joint, jointExpert } = at(world, x, 0);
          expect(joint).toBeCloseTo(right(world, x).model, 12);
          expect(jointExpert).toBeCloseTo(right(world, x).expert, 12);
        }
      }),
    );
  });

  it.each(RATIOS.map((ratio) => [ratio.name, ratio] as const))(
    'γ → 0 (proposition), %s: the minimiser compares P[model right] with P[expert right]',
    (name, ratio) => {
      fc.assert(
        fc.property(binary, between(-3, 3), (world, tau) => {
          for (const x of points(world)) {
            const { model, expert } = right(world, x);
            if (model < 1e-9 || expert < 1e-9) continue;
            const { joint, jointExpert } = at(world, x, 1e-3);
            const score = ratio.link(joint / (joint + jointExpert));
            const [left, bound] = {
              squared: [model - expert, tau * (model + expert)],
              logistic: [model, Math.exp(tau) * expert],
              lsif: [model, tau * expert],
              kliep: [model, tau * expert],
            }[name];
            if (tied(left, bound)) continue;
            expect(score <= tau).toBe(left <= bound);
          }
        }),
      );
    },
  );

  it('γ → ∞: γ times the squared-loss score tends to ½(E[ℓ_expert] − E[ℓ_model])', () => {
    fc.assert(
      fc.property(worlds(), (world) => {
        for (const x of points(world)) {
          const gamma = 1e6;
          const { model, expert, joint, jointExpert } = at(world, x, gamma);
          const score = squared.link(joint / (joint + jointExpert));
          expect(gamma * score).toBeCloseTo((expert - model) / 2, 4);
        }
      }),
    );
  });

  it("two-stage's indifference to c: (1 − c) only shifts the best score by ½ log(1 − c)", () => {
    fc.assert(
      fc.property(
        between(0.01, 1),
        between(0.01, 1),
        between(0, 1),
        between(0, 0.9),
        (a, b, m, c) => {
          // The minimum of a·e^(s−m) + (1−c)·b·e^(m−s), by bisecting the slope.
          const best = (factor: number) => {
            let [low, high] = [-30, 30];
            for (let step = 0; step < 100; step++) {
              const s = (low + high) / 2;
              if (a * Math.exp(s - m) - factor * b * Math.exp(m - s) < 0) low = s;
              else high = s;
            }
            return low;
          };
          const shift = m - best(1 - c) - (m - best(1));
          expect(shift).toBeCloseTo(-Math.log(1 - c) / 2, 9);
        },
      ),
    );
  });

  it('two-stage as printed falls without bound where the expert is wrong and c > 0', () => {
    const printed = (s: number, c: number) => 0 * Math.exp(s) + (0 - c) * Math.exp(-s);
    expect(printed(-20, 0.1)).toBeLessThan(-1e7);
  });

  it('slip 3: with the stray ½ of the KLIEP proof the minimiser would be twice the ratio', () => {
    const slope = (v: number, half: number) => -0.6 / v + half * 0.3;
    expect(slope(2, 1)).toBeCloseTo(0, 12); // p_h/p_e = 2: no ½
    expect(slope(4, 0.5)).toBeCloseTo(0, 12);
    expect(RATIO_LOSSES.kliep.link(0.6 / 0.9)).toBeCloseTo(2, 12);
  });
});
