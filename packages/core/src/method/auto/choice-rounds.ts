/**
 * The choice as a conversation: the generator says which folds it wants scored next, whoever runs it
 * (one thread, a pool of workers) answers with the scores. Closed forms come first, then networks.
 * Small tables, where chance has more of a say, are cross-validated again: whoever may still win, and
 * whoever is in the mix.
 */

import type { Table } from '../../table/table.js';
import type { Choice, Standing } from '../choice.js';
import type { FitOptions } from '../method.js';
import { MIX } from '../mix.js';
import { answeredOutOfFold } from './answered-out-of-fold.js';
import { CandidateFile } from './candidate-file.js';
import {
  areasOf,
  type Evidence,
  pairedError,
  type Ruling,
  rule,
  TOLERANCE,
} from './choice-rule.js';
import { type Fold, foldRows, sampleRows, unitsOf } from './fold-rows.js';
import { rowGains, rowValues } from './gain-by-row.js';
import { CONFIDENCE, type Correction, correct } from './luck-correction.js';
import { canMix, Mixing } from './mixing.js';
import { scoreFoldBy } from './out-of-fold.js';
import { candidateNamed, candidatesFor, shortlistOf } from './shortlist.js';
import type { Shortlist } from './shortlist-contract.js';

/** More rows than this are sampled: the order of the candidates is clear by then. */
export const MOST_ROWS = 20_000;
export const FOLDS = 5;
/** Rounds of cross-validation: closed forms first, then networks; both again below so many units. */
const ROUNDS = [
  { repeat: 0, has: 'closed forms', below: Number.POSITIVE_INFINITY },
  { repeat: 0, has: 'networks', below: Number.POSITIVE_INFINITY },
  { repeat: 1, has: 'both', below: 3000 },
  { repeat: 2, has: 'both', below: 1000 },
] as const;
/** Of the networks that may still win alone, so many are tried on new folds. */
const MOST_NETWORKS = 2;
/** With fewer rows (or clusters) a fold says nothing. */
const FEWEST_UNITS = 40;

/** Scorers to fit and a fold to score: plain JSON, so that it can be sent to a worker. */
export interface ScoreTask {
  readonly methods: readonly string[];
  readonly repeat: number;
  readonly fold: number;
}

/** The rows `auto` looks at; the same table where it is small. */
export const autoSample = (table: Table, options: FitOptions): Table =>
  sampleRows(table, MOST_ROWS, options.seed ?? 0);

/** Does what {@link choosing} asks for: one list of scores a method. `table` is the sample. */
export function scoreTask(table: Table, task: ScoreTask, options: FitOptions): Float32Array[] {
  const methods = task.methods.map(candidateNamed);
  // A candidate's name says its shape.
  const { onProgress: _silent, near: _near, scorer: _shape, shortlist: _list, ...rest } = options;
  return scoreFoldBy(table, methods, foldsOf(table, options, task.repeat)[task.fold], {
    ...rest,
    // Every fold another seed, so that no candidate lives off one lucky start.
    seed: (options.seed ?? 0) + task.repeat * FOLDS + task.fold,
  });
}

function foldsOf(table: Table, options: FitOptions, repeat: number): Fold[] {
  const seed = (options.seed ?? 0) + repeat;
  return foldRows(table, { expert: options.expert, folds: FOLDS, seed });
}

type Scores = readonly (readonly Float32Array[])[];

/** `table` is the sample; answers come in the order of the tasks. */
export function* choosing(
  table: Table,
  options: FitOptions,
): Generator<ScoreTask[], Choice, Scores> {
  const expert = options.expert ?? 0;
  const candidates = candidatesFor(table, expert, options);
  const { target, pricedBy } = rowValues(table, expert, options.errorCost);
  const near = options.near ?? null;
  const base = { target, ...(pricedBy && { pricedBy }), near, rows: table.rows, folds: FOLDS };
  const nothing = { ...base, repeats: 0, standings: [] };
  if (unitsOf(table).count < FEWEST_UNITS || candidates.length < 2)
    return { method: candidates[0].name, best: candidates[0].name, ...nothing };

  const files = candidates.map((method) => new CandidateFile(table, options.near, method));
  const mixing =
    shortlistOf(options).mixes && pricedBy !== 'matrix' && canMix(table)
      ? new Mixing(table, options)
      : undefined;
  const { count: units } = unitsOf(table);
  for (const { repeat, has, below } of ROUNDS) {
    if (units >= below) break;
    const folds = foldsOf(table, options, repeat);
    const { closed, networks } =
      repeat > 0
        ? stillInPlay(files, shortlistOf(options), mixing)
        : {
            closed: has === 'networks' ? [] : files.filter(({ method }) => !method.seeded),
            networks: has === 'networks' ? worthTrying(files, shortlistOf(options)) : [],
          };
    const groups = [closed, ...networks.map((file) => [file])].filter(({ length }) => length > 0);
    const tasks = groups.flatMap((group) =>
      folds.map((_, fold) => ({ methods: group.map(({ method }) => method.name), repeat, fold })),
    );
    const scores = tasks.length > 0 ? yield tasks : [];
    const answered = answeredOutOfFold(table, folds, options);
    const gains = rowGains(answered, expert, options.errorCost);
    groups.forEach((group, g) => {
      const ofGroup = scores.slice(g * folds.length, (g + 1) * folds.length);
      group.forEach((file, k) => {
        file.add(
          folds,
          ofGroup.map((list) => list[k]),
          gains,
        );
      });
    });
    // Closed forms and networks of the first folds come in two rounds; they are mixed together.
    if (has !== 'closed forms')
      mixing?.add(
        folds,
        files.filter(({ repeats }) => repeats > repeat),
        gains,
      );
  }
  const judged = files.filter(({ failed, repeats }) => !failed && repeats > 0);
  if (judged.length === 0)
    return { method: candidates[0].name, best: candidates[0].name, ...nothing };
  const winning = stillRunning(files, shortlistOf(options));
  const running = judged.filter((file) => !file.method.seeded || winning.includes(file));
  const mixed = mixing?.file();
  if (mixed) judged.push(mixed);
  if (mixed) running.push(mixed);
  return decide(judged, running, base, TOLERANCE * differenceUnit(table, options), options);
}

/** All networks, or those of the best straight rules. */
function worthTrying(
  files: readonly CandidateFile[],
  { twinsTried, networks }: Shortlist,
): CandidateFile[] {
  const trained = files.filter(({ method }) => method.seeded);
  if (twinsTried === undefined) return trained;
  const best = files
    .filter(({ method, failed }) => !method.seeded && !failed)
    .sort((a, b) => b.area() - a.area())
    .slice(0, twinsTried)
    .map(({ method }) => method.name);
  const names = networks.filter(({ twin }) => best.includes(twin)).map(({ method }) => method.name);
  return trained.filter(({ method }) => names.includes(method.name));
}

/** Who is worth another repeat: members of the mix, and whoever may still win alone. */
function stillInPlay(
  files: readonly CandidateFile[],
  shortlist: Shortlist,
  mixing: Mixing | undefined,
): { closed: CandidateFile[]; networks: CandidateFile[] } {
  const mixed = mixing?.members() ?? [];
  const judged = files.filter(({ failed, repeats }) => !failed && repeats > 0);
  if (judged.length === 0) return { closed: [], networks: [] };
  const evidence = evidenceOf(judged);
  const areas = areasOf(evidence);
  const best = areas.indexOf(Math.max(...areas));
  const mayWin = (file: CandidateFile) => {
    const own = judged.indexOf(file);
    return own === 0 || areas[best] - areas[own] <= 2 * pairedError(evidence, best, own);
  };
  const winning = stillRunning(files, shortlist).slice(0, MOST_NETWORKS);
  return {
    closed: judged.filter((file) => !file.method.seeded && (mixed.includes(file) || mayWin(file))),
    networks: judged.filter(
      (file) => file.method.seeded && (mixed.includes(file) || winning.includes(file)),
    ),
  };
}

/** Networks clearly ahead of their straight twin that may still be the best, the best first. */
function stillRunning(
  files: readonly CandidateFile[],
  { networks: twins }: Shortlist,
): CandidateFile[] {
  const judged = files.filter(({ failed, repeats }) => !failed && repeats > 0);
  const evidence = evidenceOf(judged);
  const areas = areasOf(evidence);
  const best = areas.indexOf(Math.max(...areas));
  const twinOf = ({ method }: CandidateFile) =>
    twins.find(({ method: { name } }) => name === method.name)?.twin;
  return judged
    .filter((file) => {
      if (!file.method.seeded) return false;
      const own = judged.indexOf(file);
      const twin = judged.findIndex(({ method }) => method.name === twinOf(file));
      if (twin >= 0 && areas[own] - areas[twin] <= pairedError(evidence, own, twin)) return false;
      return areas[best] - areas[own] <= pairedError(evidence, best, own);
    })
    .sort((a, b) => b.area() - a.area());
}

function decide(
  files: readonly CandidateFile[],
  running: readonly CandidateFile[],
  base: Pick<Choice, 'target' | 'pricedBy' | 'near' | 'rows' | 'folds'>,
  tolerance: number,
  options: FitOptions,
): Choice {
  const evidence = evidenceOf(files);
  const among = running.map((file) => files.indexOf(file));
  const areas = areasOf(evidence);
  const { chosen, best, correction } = ruled(evidence, among, tolerance, options.seed ?? 0);
  const standings = files
    .map(
      ({ method, repeats }, k): Standing => ({
        name: method.name,
        area: areas[k],
        behind: areas[best] - areas[k],
        standardError: pairedError(evidence, best, k),
        repeats,
      }),
    )
    .sort((a, b) => b.area - a.area);
  return {
    method: evidence.names[chosen],
    best: evidence.names[best],
    ...base,
    repeats: Math.max(...files.map(({ repeats }) => repeats)),
    standings,
    gain: {
      overRandom: areas[chosen],
      correctedOverRandom: correction.overRandom,
      baseline: evidence.names[0],
      correctedOverBaseline: correction.overBaseline,
      costIfWrong: correction.costIfWrong,
      confidence: CONFIDENCE,
    },
  };
}

/** In tolerances: a tenth of a point. */
const LOSS_THAT_MATTERS = 5;

/**
 * The rule's choice, unless choosing costs more than it brings: where the corrected gain over the
 * simplest candidate is a loss that matters, the simplest is taken.
 */
export function ruled(
  evidence: Evidence,
  among: readonly number[],
  tolerance: number,
  seed: number,
): Ruling & { readonly correction: Correction } {
  const ruling = rule(evidence, among, tolerance);
  const correction = correct(evidence, ruling.chosen, tolerance, seed);
  const { overRandom, overBaseline } = correction;
  if (overBaseline >= -LOSS_THAT_MATTERS * tolerance) return { ...ruling, correction };
  return {
    chosen: 0,
    best: ruling.best,
    correction: {
      ...correct(evidence, 0, tolerance, seed),
      overRandom: overRandom - overBaseline, // the simplest one's own, on the same rows left out
    },
  };
}

function evidenceOf(files: readonly CandidateFile[]): Evidence {
  const mix = files.findIndex(({ method }) => method.name.startsWith(MIX));
  return {
    names: files.map(({ method }) => method.name),
    sums: files.map((file) => file.sums()),
    weights: files[0].weights,
    ...(mix >= 0 && { mix }),
  };
}

/** Right and wrong differ by 1. Losses have no such unit: what they differ by where they differ. */
function differenceUnit(table: Table, { expert = 0, errorCost }: FitOptions): number {
  const { target } = rowValues(table, expert, errorCost);
  if (target === 'accuracy') return 1;
  const gains = rowGains(table, expert, errorCost).filter((gain) => gain !== 0);
  return gains.reduce((sum, gain) => sum + Math.abs(gain), 0) / Math.max(1, gains.length);
}
