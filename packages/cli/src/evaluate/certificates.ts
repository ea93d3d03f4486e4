import {
  type Contradiction,
  contradictions,
  type Policy,
  type StoredCertificate,
  takeRows,
} from '@cede/core';
import type { CheckedTable } from '../tables.js';
import { percent, plural } from '../terminal/numbers.js';
import { certifyingRows } from '../tune/certifying-rows.js';
import { promiseText } from '../tune/promises.js';

/** A stored certificate seen against new rows. */
export interface CheckedCertificate {
  readonly certificate: StoredCertificate;
  readonly applies: boolean;
  /** Empty where the certificate doesn't apply: there is nothing to contradict. */
  readonly promises: readonly Contradiction[];
  readonly contradicted: boolean;
}

export function checkCertificates(policy: Policy, { table }: CheckedTable): CheckedCertificate[] {
  return policy.certificates.map((certificate) => {
    const [name, ...others] = certificate.group?.names ?? [];
    // A certificate of one group speaks of its rows only.
    const single = name !== undefined && others.length === 0;
    const rows = single ? rowsOfGroup(table, name) : undefined;
    const seen = rows ? takeRows(table, rows) : table;
    if (!certificate.applies || seen.rows === 0 || (single && !table.group))
      return { certificate, applies: certificate.applies, promises: [], contradicted: false };
    const { rows: all, scale } = certifyingRows(policy, seen, {
      costs: certificate.cost !== undefined,
      errorCost: certificate.cost?.errorCost,
    });
    // Costs keep the scale they were certified in.
    const factor = certificate.cost ? scale / certificate.cost.largest : 1;
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

function rowsOfGroup(table: CheckedTable['table'], name: string): Uint32Array {
  const wanted = table.group?.names.indexOf(name) ?? -1;
  return Uint32Array.from(table.group?.index.keys() ?? []).filter(
    (row) => table.group!.index[row] === wanted,
  );
}

export function certificatesText(checked: readonly CheckedCertificate[]): string[] {
  return checked.flatMap(({ certificate, applies, promises, contradicted }) => {
    const { cost, group, confidence, table } = certificate;
    const said = promiseText(certificate.promises, cost ? 'cost' : 'error', cost?.largest ?? 1);
    const about = group ? ` (${group.column}: ${group.names.join(', ')})` : '';
    const head = `  certified     ${said}${about}, ${percent(confidence, 0)} confidence, ${plural(table.rows, 'row')}`;
    if (!applies)
      return [`${head}: does not apply, the threshold was changed since. Certify again.`];
    if (!contradicted) return [`${head}: these rows don't contradict it.`];
    return [
      `${head}: CONTRADICTED by these rows.`,
      ...promises
        .filter((promise) => promise.contradicted)
        .map(
          ({ promise, promised, found, pValue }) =>
            `    ${NAMES[promise]}: promised ${percent(promised, 2)}, found ${percent(found, 2)} (p = ${pValue.toPrecision(2)}). Cases have changed, or the expert, or the model.`,
        ),
    ];
  });
}

const NAMES = {
  maxError: 'largest error',
  maxRate: 'largest rate',
  minGain: 'least gain',
} as const;

/** For `--json`. */
export function certificatesDocument(checked: readonly CheckedCertificate[]) {
  return checked.map(({ certificate, applies, promises, contradicted }) => ({
    promises: certificate.promises,
    ...(certificate.cost && { cost: certificate.cost }),
    ...(certificate.group && { group: certificate.group }),
    confidence: certificate.confidence,
    threshold: certificate.threshold,
    rows: certificate.rows,
    applies,
    contradicted,
    found: promises,
  }));
}
