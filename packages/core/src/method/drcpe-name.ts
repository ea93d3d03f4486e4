import { InputError } from '../error.js';
import { decimal } from '../ideal/alpha.js';
import { divergenceNamed } from '../ideal/registry.js';
import { LOSS_NAMES, lossNamed } from '../loss/registry.js';
import { RATIO_LOSSES, type RatioName } from '../ratio/registry.js';

/** What a DR CPE name says: `drcpe[-marginal]-<loss>[-<ratio>][-<divergence>][-g<γ>[:<γ_expert>]]`. */
export interface DrcpeSpec {
  readonly marginal: boolean;
  readonly loss: string;
  readonly ratio: RatioName;
  readonly divergence: string;
  readonly gamma: number;
  readonly gammaExpert: number;
}

export const DRCPE_DEFAULTS = {
  marginal: false,
  ratio: 'squared',
  divergence: 'kl',
  gamma: 0.5,
  gammaExpert: 0.5,
} as const;

export function parseDrcpe(name: string): DrcpeSpec {
  const [, ...tokens] = name.split('-');
  const spec = { ...DRCPE_DEFAULTS, loss: '' } as {
    -readonly [K in keyof DrcpeSpec]: DrcpeSpec[K];
  };
  const unknown = (token: string): never => {
    throw new InputError(
      `method "${name}": "${token}" is not understood. A name is drcpe[-marginal]-<loss>[-<ratio>][-<divergence>][-g<γ>[:<γ expert>]], such as drcpe-gce-lsif-g1.`,
      'unknown-name',
      { what: 'method', name },
    );
  };
  if (tokens[0] === 'marginal') {
    spec.marginal = true;
    tokens.shift();
  }
  const loss = tokens.shift();
  if (!loss)
    throw new InputError(
      `method "${name}": the loss is missing. Use one of ${LOSS_NAMES.map((l) => `drcpe-${l}`).join(', ')}.`,
      'unknown-name',
      { what: 'method', name },
    );
  if (!LOSS_NAMES.includes(loss as never) && !/^top[1-9]\d*$/.test(loss)) lossNamed(loss); // throws, naming the losses
  spec.loss = loss;
  if (tokens[0] && Object.hasOwn(RATIO_LOSSES, tokens[0])) spec.ratio = tokens.shift() as RatioName;
  if (tokens[0] && !tokens[0].startsWith('g')) {
    if (!/^[a-z]+[\d.]*$/.test(tokens[0])) unknown(tokens[0]);
    spec.divergence = divergenceNamed(
      tokens[0] === 'reverse' ? tokens.splice(0, 2).join('-') : tokens.shift()!,
    ).name;
  }
  if (tokens[0]) {
    const gammas = /^g([^:]+)(?::(.+))?$/.exec(tokens[0]) ?? unknown(tokens[0]);
    spec.gamma = parseGamma(gammas[1], name);
    spec.gammaExpert = gammas[2] === undefined ? spec.gamma : parseGamma(gammas[2], name);
    tokens.shift();
  }
  if (tokens[0]) unknown(tokens[0]);
  return spec;
}

/** The canonical name: defaults are left out. */
export function printDrcpe(spec: DrcpeSpec): string {
  const gammas =
    spec.gamma === spec.gammaExpert
      ? spec.gamma === DRCPE_DEFAULTS.gamma
        ? ''
        : `-g${printGamma(spec.gamma)}`
      : `-g${printGamma(spec.gamma)}:${printGamma(spec.gammaExpert)}`;
  return [
    'drcpe',
    spec.marginal ? '-marginal' : '',
    `-${spec.loss}`,
    spec.ratio === DRCPE_DEFAULTS.ratio ? '' : `-${spec.ratio}`,
    spec.divergence === DRCPE_DEFAULTS.divergence ? '' : `-${spec.divergence}`,
    gammas,
  ].join('');
}

function parseGamma(text: string, name: string): number {
  if (text === 'inf') return Infinity;
  if (!/^\d+(\.\d+)?$|^\.\d+$/.test(text))
    throw new InputError(
      `method "${name}": γ is "${text}" (expected a decimal number from 0, or inf).`,
      'invalid-value',
      { path: 'gamma', expected: 'a decimal number from 0, or inf', found: text },
    );
  return Number(text);
}

function printGamma(gamma: number): string {
  return gamma === Infinity ? 'inf' : decimal(gamma);
}
