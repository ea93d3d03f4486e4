import type { Table } from '../../table/table.js';
import { boosting } from '../boosting.js';
import { conf } from '../conf.js';
import type { FitOptions, Method, ScorerShape, ShortlistName } from '../method.js';
import { AUTO_SHORTLIST } from './auto-shortlist.js';
import { DRCPE_SHORTLIST } from './drcpe-shortlist.js';
import type { Shortlist } from './shortlist-contract.js';

const SHORTLISTS: Readonly<Record<ShortlistName, Shortlist>> = {
  auto: AUTO_SHORTLIST,
  'drcpe-auto': DRCPE_SHORTLIST,
};

export const shortlistOf = ({ shortlist = 'auto' }: FitOptions): Shortlist => SHORTLISTS[shortlist];

const methodsOf = ({ closedForms, networks }: Shortlist): readonly Method[] => [
  ...closedForms,
  ...networks.map(({ method }) => method),
];

/** What `auto` chooses from, the simplest first. */
export const SHORTLIST: readonly Method[] = methodsOf(AUTO_SHORTLIST);

/** Those that this table can feed, still the simplest first; of one shape where that is asked. */
export function candidatesFor(
  table: Table,
  expert = 0,
  options: { readonly scorer?: ScorerShape; readonly shortlist?: ShortlistName } = {},
): Method[] {
  const { scorer } = options;
  const shortlist = shortlistOf(options);
  const usable = methodsOf(shortlist).filter(
    (method) => method.whyUnusable(table, expert) === null,
  );
  if (scorer !== undefined)
    return usable.filter(
      (method) =>
        method === conf || (method !== boosting && method.seeded === (scorer === 'network')),
    );
  // With a cost matrix nothing is mixed, and trees know right and wrong only.
  const hasTrees = usable.includes(boosting) && !table.costMatrix;
  if (!hasTrees) return usable;
  // Beside trees a network adds to a mix where there are columns, and little else does.
  const hasColumns = table.columns.length > 0 || (table.blocks?.length ?? 0) > 0;
  const kept = shortlist.networks.filter(({ besideTrees }) => besideTrees && hasColumns);
  return usable.filter(
    ({ seeded, name }) => !seeded || kept.some(({ method }) => method.name === name),
  );
}

/** A member of any shortlist. */
export const candidateNamed = (name: string): Method =>
  Object.values(SHORTLISTS)
    .flatMap(methodsOf)
    .find((method) => method.name === name)!;
