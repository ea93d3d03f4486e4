import { InputError } from '../error.js';
import { auto, drcpeAuto } from './auto/auto.js';
import { boosting } from './boosting.js';
import { closest } from './closest-word.js';
import { conf } from './conf.js';
import { confCalibrated } from './conf-calibrated.js';
import { diff01 } from './diff01.js';
import { drcpe } from './drcpe.js';
import { linear } from './linear.js';
import { logistic } from './logistic.js';
import { maxprob } from './maxprob.js';
import type { Method, ScorerShape } from './method.js';
import { MIX, mix } from './mix.js';
import { oracle } from './oracle.js';
import { random } from './random.js';
import { reject } from './reject.js';
import { ridgeEmbedding } from './ridge-embedding.js';
import { ridgeRegression } from './ridge-regression.js';
import { twoStage } from './two-stage.js';
import { parseVariant, withVariant } from './variant.js';

const PLAIN: readonly Method[] = [
  conf,
  confCalibrated,
  linear,
  ridgeRegression,
  ridgeEmbedding,
  logistic,
  boosting,
  diff01,
  maxprob,
  twoStage,
  random,
  oracle,
  reject,
];

/** Every way to score; `auto` is none of its own, it chooses one of these. */
export const METHOD_NAMES = [
  ...PLAIN.map(({ name }) => name),
  'drcpe-gce',
  'drcpe-prob01',
  'drcpe-zeroone',
];

/** The method behind a name, in any spelling of its options; `method.name` is the canonical one. */
export function methodNamed(name: string): Method {
  if (name.startsWith(MIX)) return mix(name, methodNamed);
  const { method, variant } = parseVariant(name);
  const base = baseNamed(method);
  if ((variant.scorer || variant.features) && FIXED.includes(base.name))
    throw new InputError(
      `method "${name}": ${base.name} has no scorer to shape. Leave "${name.slice(method.length)}" out.`,
      'method-unusable',
      { method: name },
    );
  if (variant.scorer && STRAIGHT.includes(base.name))
    throw new InputError(
      `method "${name}": ${base.name} has a fixed shape. Leave "+${variant.scorer}" out.`,
    );
  return withVariant(base, variant);
}

/**
 * The name with a shape for its scorer (option `scorer`). A shape that the name says itself stays; so does
 * the name of a method that has none to give, and `reject`, which goes by its name everywhere.
 */
export function shapedName(name: string, scorer: ScorerShape | undefined): string {
  if (name.startsWith(MIX)) return methodNamed(name).name;
  const { method, variant } = parseVariant(name);
  const isFixed = [...FIXED, ...STRAIGHT, reject.name].includes(baseNamed(method).name);
  if (scorer === undefined || variant.scorer || isFixed) return methodNamed(name).name;
  return methodNamed(`${name}+${scorer}`).name;
}

/** Without a seed and on any features, but without another shape. */
const STRAIGHT: readonly string[] = [
  ridgeRegression.name,
  ridgeEmbedding.name,
  logistic.name,
  boosting.name,
];

/** What trains nothing, or chooses for itself. */
const FIXED = ['conf', confCalibrated.name, 'linear', 'random', 'oracle', 'auto', 'drcpe-auto'];

const CHOOSERS: readonly Method[] = [auto, drcpeAuto];

/** Which options a fit listens to; a chooser does for what it chooses among. */
export interface OptionsRead {
  /** How networks are trained: epochs, hidden layers and the like. */
  readonly networks: boolean;
  readonly scorer: boolean;
  readonly features: boolean;
}

/** What a method listens to, where its scorer may have been given a shape. */
export function optionsRead(name: string, shape?: ScorerShape): OptionsRead {
  const { name: shaped, seeded } = methodNamed(shapedName(name, shape));
  if (shaped.startsWith(MIX)) return { networks: seeded, scorer: false, features: true };
  const { method, variant } = parseVariant(shaped);
  const chooses = CHOOSERS.some((chooser) => chooser.name === method);
  const takesShape = chooses || method === reject.name; // and keeps its name
  return {
    networks: seeded && method !== random.name && !(takesShape && shape === 'linear'),
    scorer: takesShape || shapedName(name, 'linear') !== shapedName(name, 'network'),
    features: (chooses || !FIXED.includes(method)) && variant.features === undefined,
  };
}

function baseNamed(name: string): Method {
  const plain = PLAIN.find((method) => method.name === name);
  if (plain) return plain;
  const chooser = CHOOSERS.find((method) => method.name === name);
  if (chooser) return chooser;
  if (/^drcpe(-|$)/.test(name)) return drcpe(name);
  const names = [...METHOD_NAMES, ...CHOOSERS.map((method) => method.name)];
  const near = closest(name, names);
  throw new InputError(
    `method "${name}" is unknown.${near ? ` Did you mean ${near}?` : ''} Use ${names.join(', ')}, or another drcpe-… name.`,
    'unknown-name',
    { what: 'method', name, known: names, ...(near !== undefined && { near }) },
  );
}
