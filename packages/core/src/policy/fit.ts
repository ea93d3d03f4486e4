import { answeredFit, answeredTable } from '../answers/answered-table.js';
import { insist } from '../error.js';
import type { Choice } from '../method/choice.js';
import { insistOnFitOptions } from '../method/fit-options.js';
import type { FitOptions } from '../method/method.js';
import { methodNamed } from '../method/registry.js';
import { NOBODY } from '../table/expert-kinds/nobody.js';
import { expertKind } from '../table/expert-kinds/registry.js';
import { observedValues } from '../table/observed.js';
import { expertAt, type Outcomes, outcomesOf } from '../table/outcomes.js';
import { splitTable } from '../table/split.js';
import type { Expert, Table } from '../table/table.js';
import { validateTable } from '../table/validate.js';
import { fromBelow, openObject } from '../validate/constraint.js';
import { insistOn } from '../validate/violations.js';
import { calibrate } from './calibration.js';
import { calibrationGrid } from './grid.js';
import { inputMeans } from './input-means.js';
import { largestSeen } from './largest-seen.js';
import { costOutcomes, countsCosts } from './outcomes.js';
import type { Policy, PolicyColumns, PolicyOptions } from './policy.js';
import { policyId } from './print.js';
import { rowSample } from './row-sample.js';
import { type TuneOptions, tune } from './tune.js';

export interface PolicyFitOptions extends FitOptions, TuneOptions {
  readonly method?: string;
  /** Share of the rows kept from the fit, to set thresholds on; 0 sets them in-sample (and says so). */
  readonly calibrationShare?: number;
  readonly modelVersion?: string;
  /** How `method` came to be chosen, where `auto` ran elsewhere (on several cores, say). */
  readonly choice?: Choice;
  /** The fitting table's content hash, if its reader knows it. */
  readonly hash?: string;
  /** How its reader found the columns, to find them the same way again. */
  readonly columns?: PolicyColumns;
}

/** What `fitPolicy` takes where nothing is said. */
export const POLICY_DEFAULTS = { calibrationShare: 0.2, rate: 0.2 } as const;

/** The method to take where none is named: one whose loss the expert's answers can be measured by. */
export function defaultMethod(table: Table, expert: number | Expert = 0): string {
  // Whoever says what errors cost wants that learned.
  if (table.costMatrix && typeof expert === 'number') {
    const byCost = methodNamed('drcpe-cost');
    if (!byCost.whyUnusable(table, expert)) return byCost.name;
  }
  return expertKind(expertAt(table, expert)).defaultMethod(table);
}

const SHARE = openObject({ calibrationShare: fromBelow(0, 1) });

/** From a table to a policy: fit on most rows, calibrate on the others, set the threshold. */
export function fitPolicy(table: Table, options: PolicyFitOptions = {}): Policy {
  validateTable(table);
  const share = options.calibrationShare ?? POLICY_DEFAULTS.calibrationShare;
  insistOn({ calibrationShare: share }, SHARE, 'fit');
  const parts =
    share > 0
      ? splitTable(table, { testShare: share, seed: options.seed ?? 0, purpose: 'calibration' })
      : { fit: table, test: table };
  return fitPolicyOn(parts.fit, parts.test, share === 0, table.rows, options);
}

/** The same with the calibration rows given: `cede fit` has its own split. */
export function fitPolicyOn(
  fitting: Table,
  calibrating: Table,
  inSample: boolean,
  rows: number,
  options: PolicyFitOptions,
): Policy {
  insistOnFitOptions(options, 'fit');
  const expert = options.expert ?? 0;
  const { table: fit, answering } = answeredFit(fitting, options);
  const calibration = inSample ? fit : answeredTable(calibrating, answering);
  const method = methodNamed(options.method ?? defaultMethod(fit, expert));
  insist(
    method.deployable,
    () =>
      `method ${method.name}: sees what a policy can't see, so it can't decide. It belongs in comparisons only.`,
    'method-unusable',
    { method: method.name },
  );
  const reason = method.whyUnusable(fit, expert);
  if (reason) throw reason;
  const { scorer, density, score, choice = options.choice } = method.fit(fit, options);
  const asked = method.asksNobody ? NOBODY : expertAt(calibration, expert);
  const counted =
    countsCosts({ method: choice?.method ?? method.name, choice }) &&
    calibration.costMatrix !== undefined;
  const summary = calibrate({
    scores: score(calibration),
    outcomes: knownOutcomes(calibration, asked, counted ? costOutcomes : outcomesOf),
    ...(counted && { right: knownOutcomes(calibration, asked, outcomesOf) }),
    weight: calibration.weight,
    modelCost: calibration.modelCost,
    expertCost: asked.cost,
    inSample,
  });
  const settings: PolicyOptions = pickOptions(options);
  const largest = largestSeen([fit, calibration], expert);
  const draft: Omit<Policy, 'id'> = {
    classes: scorer!.features.classes > 0 ? fit.classes : [],
    experts: [asked.name],
    method: choice?.method ?? method.name,
    ...(choice && { choice }),
    options: settings,
    scorer: scorer!,
    ...(density && { density }),
    ...(answering && { answers: answering }),
    calibration: summary,
    grid: calibrationGrid(summary),
    threshold: { values: [-Infinity], revision: 0, chosen: { by: 'threshold' } },
    certificates: [],
    ...(options.modelVersion !== undefined && { modelVersion: options.modelVersion }),
    table: {
      rows,
      ...(options.hash !== undefined && { hash: options.hash }),
      ...(inSample ? rowSample(fit) : rowSample(fit, calibration)),
      ...(largest && { largest }),
    },
    ...inputMeans(fit, scorer!.features),
    ...(options.columns && { columns: options.columns }),
  };
  const policy: Policy = { id: policyId(draft), ...draft };
  const setting = options.rate ?? options.cost ?? options.ratio ?? options.budget;
  return tune(policy, setting === undefined ? { rate: POLICY_DEFAULTS.rate } : options);
}

/** Rows whose expert was not asked count towards the rate; the others stand in for their gain. */
function knownOutcomes(
  table: Table,
  expert: Expert,
  outcomes: (table: Table, expert: Expert) => Outcomes,
): Outcomes {
  const { target, model, expert: other } = outcomes(table, expert);
  return { target, model, expert: Float32Array.from(observedValues(table, expert, model, other)) };
}

const RECORDED = [
  'seed',
  'epochs',
  'batch',
  'hidden',
  'members',
  'q',
  'learningRate',
  'weightDecay',
  'earlyStopping',
  'calibrationShare',
] as const;

function pickOptions(options: PolicyFitOptions): PolicyOptions {
  return Object.fromEntries(
    RECORDED.filter((key) => options[key] !== undefined).map((key) => [key, options[key]]),
  );
}
