import * as z from 'zod';
import * as answers from './answers.js';
import * as requests from './requests.js';

/** One operation of the API: what routes there are, told once, for OpenAPI and for /docs. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
  readonly summary: string;
  readonly role: string;
  readonly request?: readonly z.ZodType[];
  readonly query?: z.ZodObject;
  readonly answer?: readonly z.ZodType[];
  readonly answerType?: string;
  readonly refusals: readonly number[];
}

export const OPERATIONS: readonly Operation[] = [
  {
    ...{ method: 'post', path: '/v1/decide', role: 'decide' },
    summary: 'Decide one case, a batch ({"cases": […]}), or a stream (application/x-ndjson).',
    request: [requests.caseSchema, requests.batchSchema],
    answer: [answers.decisionSchema, answers.decisionsSchema],
    refusals: [400, 409, 413, 415, 503],
  },
  {
    ...{ method: 'post', path: '/v1/outcomes', role: 'outcome' },
    summary: 'Tell what the expert said and what was true, one or many.',
    request: [requests.outcomeSchema, requests.outcomesSchema],
    answer: [answers.outcomeAnswerSchema, answers.outcomesAnswerSchema],
    refusals: [400, 404, 409, 503],
  },
  {
    ...{ method: 'get', path: '/v1/decisions/{id}', role: 'decide' },
    summary: 'The receipt of a decision.',
    query: requests.receiptQuerySchema,
    answer: [answers.receiptSchema],
    refusals: [400, 404, 503],
  },
  {
    ...{ method: 'delete', path: '/v1/decisions/{id}', role: 'admin' },
    summary: 'Forget a case: its decisions, inputs and outcomes.',
    answer: [answers.forgottenSchema],
    refusals: [404, 503],
  },
  {
    ...{ method: 'get', path: '/v1/policy', role: 'admin' },
    summary: 'The policy in force, how it is applied, and every version before it. Has an ETag.',
    answer: [answers.policyViewSchema],
    refusals: [],
  },
  {
    ...{ method: 'put', path: '/v1/policy', role: 'admin' },
    summary:
      'Change the rate, cost or ratio, how it is applied, upload a policy, or roll back. Needs If-Match.',
    request: [requests.policyChangeSchema],
    answer: [answers.policyViewSchema],
    refusals: [400, 404, 412, 428, 503],
  },
  {
    ...{ method: 'get', path: '/v1/policy/file', role: 'admin' },
    summary: 'The policy in force as a policy.json.',
    refusals: [],
  },
  {
    ...{ method: 'get', path: '/v1/queue', role: 'review' },
    summary: 'Deferred cases without an answer, most valuable first; leased where asked.',
    query: requests.queueQuerySchema,
    answer: [answers.queueSchema],
    refusals: [400, 503],
  },
  {
    ...{ method: 'post', path: '/v1/queue/release', role: 'review' },
    summary: 'Give a lease back.',
    request: [requests.releaseSchema],
    refusals: [400, 404, 503],
  },
  {
    ...{ method: 'get', path: '/v1/status', role: 'any' },
    summary: 'Target and realised rate, accuracy from audited outcomes, alarms, backlog.',
    refusals: [503],
  },
  {
    ...{ method: 'get', path: '/v1/advice', role: 'any' },
    summary: "From the log: switch on, not yet, don't, or can't tell; the challenger beside.",
    refusals: [503],
  },
  {
    ...{ method: 'get', path: '/healthz', role: 'none' },
    summary: 'Whether the process is alive.',
    refusals: [],
  },
  {
    ...{ method: 'get', path: '/readyz', role: 'none' },
    summary: 'Whether it can decide and record; says what is wrong where it can not.',
    refusals: [503],
  },
  {
    ...{ method: 'get', path: '/metrics', role: 'any' },
    summary: 'For Prometheus.',
    answerType: 'text/plain',
    refusals: [],
  },
];

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document, made of the schemas that validate. */
export function openApi(version: string): Json {
  const schemas: Json = {};
  const reference = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const id = z.globalRegistry.get(schema)?.id as string;
    // Schemas with a name of their own stand beside each other, not inside each other.
    for (const [name, definition] of Object.entries(definitionsOf(schema, io)))
      schemas[name] ??= definition;
    return { $ref: `#/components/schemas/${id}` };
  };
  const anyOf = (list: readonly z.ZodType[], io: 'input' | 'output') => {
    const all = list.map((schema) => reference(schema, io));
    return all.length === 1 ? all[0] : { anyOf: all };
  };
  const problem = {
    content: { 'application/problem+json': { schema: reference(answers.problemSchema, 'output') } },
  };
  const paths: Record<string, Json> = {};
  for (const each of OPERATIONS) {
    for (const { path, name } of placesOf(each.path)) {
      paths[path] ??= {};
      paths[path][each.method] = {
        summary: each.summary,
        operationId: operationId(each, name),
        ...(each.role !== 'none' && { security: [{ bearer: [] }] }),
        parameters: parametersOf(each, path),
        ...(each.request && {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: anyOf(each.request, 'input') } },
          },
        }),
        responses: {
          200: {
            description: 'Done.',
            content: {
              [each.answerType ?? 'application/json']: {
                schema: each.answer ? anyOf(each.answer, 'output') : {},
              },
            },
          },
          ...Object.fromEntries(
            refusalsOf(each).map((status) => [status, { description: WHY[status], ...problem }]),
          ),
        },
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'cede serve',
      version,
      description: 'Decide when a model hands a case to an expert.',
    },
    paths,
    components: {
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

/** Routes of a policy exist twice: for the first policy, and for each by its name. */
function placesOf(path: string): { path: string; name: boolean }[] {
  if (!path.startsWith('/v1/') || path.startsWith('/v1/policies')) return [{ path, name: false }];
  return [
    { path, name: false },
    { path: path.replace('/v1/', '/v1/policies/{name}/'), name: true },
  ];
}

const operationId = ({ method, path }: Operation, name: boolean) =>
  `${method}${path
    .replace(/^\/v1/, '')
    .split(/[/{}]+/)
    .filter(Boolean)
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('')}${name ? 'OfPolicy' : ''}`;

function parametersOf({ query }: Operation, path: string): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  }));
  const { properties = {} } = (query ? z.toJSONSchema(query, { io: 'input' }) : {}) as {
    properties?: Record<string, Json>;
  };
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    schema,
  }));
  return [...inPath, ...inQuery];
}

const refusalsOf = ({ refusals, role }: Operation) =>
  role === 'none' ? refusals : [...new Set([...refusals, 401, 403])].sort();

const WHY: Readonly<Record<number, string>> = {
  400: 'The request is not valid; `field` says where.',
  401: 'A token is needed.',
  403: 'The token has not the role for this.',
  404: 'There is no such thing.',
  409: 'The same key was used before, with another body.',
  412: 'Somebody changed it in between.',
  413: 'The body is too large.',
  415: 'The body has another type.',
  428: 'Send If-Match with the ETag you saw.',
  503: 'Too much at once, or the store is gone; try again after Retry-After.',
};

function definitionsOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $defs = {} } = z.toJSONSchema(schema, { io }) as { $defs?: Json };
  return JSON.parse(JSON.stringify($defs).replaceAll('#/$defs/', '#/components/schemas/'));
}
