import {
  defaultMethod,
  expertKind,
  InputError,
  methodNamed,
  optionText,
  type Table,
  withRejectExpert,
} from '@cede/core';
import { insistOnTruth } from '@cede/data';
import { type EstimatedPropensity, withPropensities } from '../experts/propensities.js';
import type { Sides } from '../scores/score-methods.js';
import type { CompareAsk, ComparedSide } from './ask.js';

/** Whether a table without an expert would do for what was asked. */
export function mayReject({ method, methods }: Pick<CompareAsk, 'method' | 'methods'>): boolean {
  const asked = [...(methods ?? []), ...(method === undefined ? [] : [method])].map(methodNamed);
  return asked.some(({ asksNobody }) => asksNobody) && asked.every(({ worksAlone }) => worksAlone);
}

/** A comparison whose tables are read and whose methods are planned. */
export interface PreparedComparison<Side extends ComparedSide> {
  readonly sides: Sides<Side>;
  readonly ask: CompareAsk;
  /** Propensities that no column gave: whoever shows the results should say so. */
  readonly estimated: { readonly table: string; readonly propensity: EstimatedPropensity }[];
}

/** Tables as comparisons need them: nobody where there is no expert, propensities where some are missing. */
export function prepareComparison<Side extends ComparedSide>(
  sides: Sides<Side>,
  ask: CompareAsk,
): PreparedComparison<Side> {
  refuseSameTable(sides);
  const estimated: PreparedComparison<Side>['estimated'] = [];
  const prepared = (given: Side): Side => {
    const side = mayReject(ask) ? nobodyAsExpert(given) : given;
    const found = withPropensities(side.table);
    for (const propensity of found.estimated) estimated.push({ table: side.name, propensity });
    return { ...side, table: found.table };
  };
  const [fit, test] = [prepared(sides.fit), prepared(sides.test)];
  const [first] = fit.table.experts;
  const nobody = first !== undefined && !expertKind(first).answers;
  return {
    sides: { fit, test },
    ask: nobody ? rejectingAsk(ask, fit.table) : ask,
    estimated,
  };
}

/** A comparison on the rows that were fitted would flatter every scorer. */
function refuseSameTable({ fit, test }: Sides<ComparedSide>): void {
  if (fit.hash === test.hash)
    throw new InputError(
      `compare: ${test.name} is the very table that is fitted, and what is tested must not have been fitted. Give other rows, or cut one table in two.`,
      'tested-is-fitted',
      { table: test.name },
    );
}

/** A table without an expert gets nobody as its expert: a rejected case counts as right. */
function nobodyAsExpert<Side extends ComparedSide>(side: Side): Side {
  if (side.table.experts.length > 0) return side;
  insistOnTruth(side.table, side.name);
  return { ...side, table: withRejectExpert(side.table) };
}

/** What is compared where nobody can be asked; confidence only where there are probabilities. */
function rejectingAsk(ask: CompareAsk, table: Table): CompareAsk {
  insistOnAnswers(ask.rate);
  const usual = defaultMethod(table);
  const fed = ['conf', usual].filter((name) => methodNamed(name).whyUnusable(table, 0) === null);
  return { ...ask, methods: ask.methods ?? fed, method: ask.method ?? usual };
}

/** Told before anything is trained: a rate that leaves nothing to compare. */
export function insistOnAnswers(rate: number | undefined): void {
  if (rate !== undefined && rate >= 1)
    throw new InputError(
      `compare: ${optionText('rate', '1')} turns every case away, and no answer is left to judge. Give a rate below 1.`,
      'invalid-value',
      { path: 'rate', found: rate },
    );
}
