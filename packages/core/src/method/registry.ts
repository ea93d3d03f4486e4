import { InputError } from '../error.js';
import { auto } from './auto/auto.js';
import { closest } from './closest.js';
import { conf } from './conf.js';
import { diff01 } from './diff01.js';
import { drcpe } from './drcpe.js';
import { linear } from './linear.js';
import { maxprob } from './maxprob.js';
import type { Method } from './method.js';
import { oracle } from './oracle.js';
import { random } from './random.js';
import { reject } from './reject.js';
import { twoStage } from './two-stage.js';
import { parseVariant, withVariant } from './variant.js';

const PLAIN: readonly Method[] = [conf, linear, diff01, maxprob, twoStage, random, oracle, reject];

/** Every way to score; `auto` is none of its own, it chooses one of these. */
export const METHOD_NAMES = [
  ...PLAIN.map(({ name }) => name),
  'drcpe-gce',
  'drcpe-prob01',
  'drcpe-zeroone',
];

/** The method behind a name, in any spelling of its options; `method.name` is the canonical one. */
export function methodNamed(name: string): Method {
  const { method, variant } = parseVariant(name);
  const base = baseNamed(method);
  if ((variant.scorer || variant.features) && FIXED.includes(base.name))
    throw new InputError(
      `method "${name}": ${base.name} has no scorer to shape. Leave "${name.slice(method.length)}" out.`,
    );
  return withVariant(base, variant);
}

/** What trains nothing, or chooses for itself. */
const FIXED = ['conf', 'linear', 'random', 'oracle', 'auto'];

function baseNamed(name: string): Method {
  const plain = PLAIN.find((method) => method.name === name);
  if (plain) return plain;
  if (/^drcpe(-|$)/.test(name)) return drcpe(name);
  if (name === auto.name) return auto;
  const names = [...METHOD_NAMES, auto.name];
  const near = closest(name, names);
  throw new InputError(
    `method "${name}" is unknown.${near ? ` Did you mean ${near}?` : ''} Use ${names.join(', ')}, or another drcpe-… name.`,
    'unknown-name',
    { what: 'method', name, known: names, ...(near !== undefined && { near }) },
  );
}
