import type { Table } from '../../table/table.js';
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
  return methodsOf(shortlistOf(options)).filter(
    (method) =>
      method.whyUnusable(table, expert) === null &&
      (scorer === undefined || method === conf || method.seeded === (scorer === 'network')),
  );
}

/** A member of any shortlist. */
export const candidateNamed = (name: string): Method =>
  Object.values(SHORTLISTS)
    .flatMap(methodsOf)
    .find((method) => method.name === name)!;
