import {
  type Contradiction,
  contradictions,
  type Policy,
  type StoredCertificate,
  takeRows,
} from '@cede/core';
import { amount, percent, plural } from '@cede/report/words';
import type { NamedTable } from '@cede/study';
import { certifyingRows } from '../tune/certifying-rows.js';
import { confidenceText, promiseText } from '../tune/promises.js';
import { countedBy } from '../tune/stored.js';
import { countedRows, untoldBy } from './untold.js';

/** A stored certificate seen against new rows. */
export interface CheckedCertificate {
  readonly certificate: StoredCertificate;
  readonly applies: boolean;
  /** Empty where the certificate doesn't apply: there is nothing to contradict. */
  readonly promises: readonly Contradiction[];
  readonly contradicted: boolean;
  /** Why these rows can't tell, where they can't. */
  readonly untold?: string;
}

export function checkCertificates(policy: Policy, { table }: NamedTable): CheckedCertificate[] {
  return policy.certificates.map((certificate) => {
    const [name, ...others] = certificate.group?.names ?? [];
    // A certificate of one group speaks of its rows only.
    const single = name !== undefined && others.length === 0;
    const rows = single ? rowsOfGroup(table, name) : undefined;
    const seen = rows ? takeRows(table, rows) : table;
    if (!certificate.applies)
      return { certificate, applies: false, promises: [], contradicted: false };
    const untold = rows?.length === 0 ? noneOf(table) : untoldBy(certificate, policy, seen);
    if (untold !== undefined)
      return { certificate, applies: true, promises: [], contradicted: false, untold };
    const counted = countedBy(certificate);
    const { rows: all, scale } = certifyingRows(policy, countedRows(certificate, seen), {
      ...counted,
      mayBeFree: true,
    });
    // Costs keep the scale they were certified in.
    const factor = counted.what === 'error' ? 1 : scale / counted.scale;
    const rescaled = (values: ArrayLike<number>) =>
      Float64Array.from(values, (value) => Math.max(0, 1 - (1 - value) * factor));
    const promises = contradictions(certificate, {
      ...all,
      modelRight: rescaled(all.modelRight),
      expertRight: rescaled(all.expertRight),
    });
    return {
      certificate,
      applies: true,
      promises,
      contradicted: promises.some(({ contradicted }) => contradicted),
    };
  });
}

const noneOf = ({ group }: NamedTable['table']): string =>
  group ? 'none of these rows is of that group' : "these rows don't tell their group";

function rowsOfGroup(table: NamedTable['table'], name: string): Uint32Array {
  const wanted = table.group?.names.indexOf(name) ?? -1;
  return Uint32Array.from(table.group?.index.keys() ?? []).filter(
    (row) => table.group!.index[row] === wanted,
  );
}

export function certificatesText(checked: readonly CheckedCertificate[]): string[] {
  return checked.flatMap(({ certificate, applies, promises, contradicted, untold }) => {
    const { group, confidence, rows } = certificate;
    const { what, scale } = countedBy(certificate);
    const said = promiseText(certificate.promises, what, scale);
    const about = group ? ` (${group.column}: ${group.names.join(', ')})` : '';
    const head = `  certified     ${said}${about}, ${confidenceText(confidence)} confidence, ${plural(rows, 'row')}`;
    if (!applies)
      return [`${head}: does not apply, the threshold was changed since. Certify again.`];
    if (untold !== undefined) return [`${head}: ${untold}, so they can't contradict it.`];
    if (!contradicted) return [`${head}: these rows don't contradict it.`];
    const shown = (promise: Contradiction['promise'], value: number) =>
      what === 'error' || promise === 'maxRate' ? percent(value, 2) : amount(scale * value);
    return [
      `${head}: CONTRADICTED by these rows.`,
      ...promises
        .filter((promise) => promise.contradicted)
        .map(
          ({ promise, promised, found, pValue }) =>
            `    ${NAMES[what][promise]}: promised ${shown(promise, promised)}, found ${shown(promise, found)} (p = ${pValue.toPrecision(2)}).`,
        ),
      `    Cases have changed, or the expert, or the model; or it is chance, which breaks a promise in up to ${chance(confidence)} of all certificates and contradicts a kept one on up to ${chance(confidence)} of all tables.`,
    ];
  });
}

/** δ as people read it: 5 %, 0.1 %. */
const chance = (confidence: number) => `${+(100 * (1 - confidence)).toPrecision(2)} %`;

const ERRORS = {
  maxError: 'largest error',
  maxRate: 'largest rate',
  minGain: 'least gain',
};
const NAMES = {
  error: ERRORS,
  cost: { ...ERRORS, maxError: 'largest mean cost', minGain: 'least saving' },
  answers: { ...ERRORS, maxError: 'largest mean cost of answers' },
};

/** For `--json`. */
export function certificatesDocument(checked: readonly CheckedCertificate[]) {
  return checked.map(({ certificate, applies, promises, contradicted, untold }) => ({
    promises: certificate.promises,
    ...(certificate.cost && { cost: certificate.cost }),
    ...(certificate.budget && { budget: certificate.budget }),
    ...(certificate.group && { group: certificate.group }),
    confidence: certificate.confidence,
    threshold: certificate.threshold,
    rows: certificate.rows,
    applies,
    contradicted,
    ...(untold !== undefined && { untold }),
    found: promises,
  }));
}
