import { JOININGS } from '../answers/joining/registry.js';
import {
  ANYTHING,
  type Constraint,
  FLAG,
  list,
  number,
  oneOf,
  openObject,
  TEXT,
  whole,
} from '../validate/constraint.js';

/** A threshold as files hold it. */
const THRESHOLD: Constraint = {
  kind: 'either',
  of: [number(), oneOf('inf', '-inf')],
  like: 'a number, inf or -inf',
};

/** What a policy remembers of a column: a name or glob, several of them, or a switch. */
const COLUMN: Constraint = {
  kind: 'either',
  of: [TEXT, FLAG, list(TEXT)],
  like: 'a text, a list of texts, true or false',
};

const NUMBERS = list(number());

const STORED_TREES = openObject({
  ...{ start: number(), nodes: whole(0), trees: whole(0) },
  ...{ inputs: TEXT, values: TEXT, lefts: TEXT, roots: TEXT },
});

const CALIBRATION = openObject({ slope: number(), biases: NUMBERS });

/** How answers are joined; what of it follows from the expert's kind, each of them says itself. */
const COMBINE: Constraint = {
  kind: 'variant',
  by: 'kind',
  of: Object.fromEntries(
    Object.values(JOININGS).map(({ kind, fields }) => [
      kind,
      openObject({ expert: TEXT, calibration: CALIBRATION, ...fields }),
    ]),
  ),
};

/**
 * The shape of policy.json, as far as a reader relies on it. Files may hold more: the format grows
 * by addition. What numbers and lengths must agree with each other is checked in parse.ts.
 */
export const POLICY_FILE: Constraint = openObject(
  {
    id: TEXT,
    method: TEXT,
    experts: list(TEXT, 1),
    classes: list(TEXT),
    options: openObject({}),
    table: openObject({ rows: whole(0), hash: TEXT, sample: NUMBERS, sampleOf: list(TEXT) }, [
      ...['hash', 'sample', 'sampleOf'],
    ]),
    combine: oneOf('network', 'confidence', 'confidence-minus-network', 'share-difference'),
    head: oneOf('identity', 'softplus'),
    features: openObject({ kind: TEXT, classes: ANYTHING, columns: list(ANYTHING) }),
    networks: list(openObject({ layers: list(openObject({ weights: TEXT, biases: TEXT })) })),
    shares: NUMBERS,
    trees: openObject({ share: number(), model: STORED_TREES, expert: STORED_TREES }),
    calibration: openObject(
      {
        rows: number(0),
        effectiveRows: number(0),
        target: oneOf('accuracy', 'loss'),
        inSample: FLAG,
        edges: list(THRESHOLD),
        ...{ binRows: NUMBERS, model: NUMBERS, expert: NUMBERS },
        ...{ modelCost: NUMBERS, expertCost: NUMBERS, modelRight: NUMBERS, expertRight: NUMBERS },
      },
      ['effectiveRows', 'modelCost', 'expertCost', 'modelRight', 'expertRight'],
    ),
    threshold: openObject(
      {
        values: list(THRESHOLD, 1),
        revision: whole(0),
        chosen: openObject({
          by: oneOf('rate', 'cost', 'ratio', 'budget', 'threshold', 'certificate'),
        }),
        groups: openObject(
          {
            ...{ column: TEXT, names: list(TEXT, 1), values: list(THRESHOLD, 1) },
            of: oneOf('answer'),
          },
          ['of'],
        ),
      },
      ['groups'],
    ),
    certificates: list(openObject({ applies: FLAG, promises: openObject({}) })),
    columns: { kind: 'object', fields: {}, others: COLUMN },
    answers: openObject(
      {
        by: oneOf('argmax', 'least-cost', 'calibrated'),
        costMatrix: NUMBERS,
        calibration: CALIBRATION,
        combine: COMBINE,
      },
      ['costMatrix', 'calibration', 'combine'],
    ),
    inputMeans: NUMBERS,
  },
  ['columns', 'answers', 'inputMeans', 'shares', 'trees'],
);
