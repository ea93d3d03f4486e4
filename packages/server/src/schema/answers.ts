import * as z from 'zod';

/** What the service answers; the OpenAPI document is made of these, and tests hold answers to them. */
const threshold = z.union([z.number(), z.enum(['inf', '-inf'])]);
const fraction = z.number().min(0).max(1);

export const problemSchema = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('One sentence: what was found, and what to do.'),
    field: z.string().optional().describe('Which part of the request.'),
  })
  .meta({ id: 'Problem' });

export const decisionSchema = z
  .strictObject({
    id: z.string(),
    step: z.int().optional(),
    defer: z.boolean().describe('Whether the case is handed over.'),
    route: z.string().describe("Who answers: 'model', or the name of an expert."),
    score: z.number().describe('Low means: hand over.'),
    threshold: threshold.describe('Scores at or below it are handed over.'),
    margin: threshold.describe('Score minus threshold.'),
    answer: z.string().optional().describe("The model's own answer."),
    probability: fraction.optional(),
    unusual: z
      .array(z.string())
      .optional()
      .describe('Feature columns far outside what was fitted.'),
    mark: z.enum(['audit', 'over-cap', 'observe']).optional().describe('What overruled the score.'),
    warning: z.string().optional(),
    policy: z.string(),
    revision: z.int(),
    reason: z.string(),
  })
  .meta({ id: 'Decision' });

export const decisionsSchema = z
  .strictObject({
    decisions: z.array(
      z.union([
        decisionSchema,
        z.strictObject({ id: z.string().optional(), error: problemSchema }),
      ]),
    ),
  })
  .meta({ id: 'Decisions' });

const outcomeResult = z.union([
  z.strictObject({
    id: z.string(),
    recorded: z.boolean().describe('False where it was known already.'),
    goldWanted: z.boolean().describe('Whether the truth of this case is asked for.'),
    combine: z
      .strictObject({ answer: z.string(), probability: fraction })
      .optional()
      .describe('Where the policy joins answers: what model and expert answer together.'),
    note: z.string().optional(),
  }),
  z.strictObject({ id: z.string().optional(), error: problemSchema }),
]);

export const outcomeAnswerSchema = outcomeResult.meta({ id: 'OutcomeAnswer' });
export const outcomesAnswerSchema = z
  .strictObject({ outcomes: z.array(outcomeResult) })
  .meta({ id: 'OutcomesAnswer' });

const outcomeView = z.strictObject({
  who: z.string(),
  value: z.unknown(),
  joined: z.unknown().optional().describe('The answer of model and expert together.'),
  at: z.string(),
});

export const receiptSchema = z
  .strictObject({
    decision: decisionSchema,
    at: z.string(),
    version: z.int().describe('Of the policy, in the history of this service.'),
    inputs: z.record(z.string(), z.unknown()),
    wished: z.boolean().describe('Whether the policy wished to hand it over.'),
    rank: fraction.describe('The smallest rate at which it would be handed over.'),
    auditProbability: fraction.describe('The probability that the expert was asked.'),
    goldPropensity: fraction,
    otherRates: z.array(z.strictObject({ rate: fraction, defer: z.boolean() })),
    challenger: z
      .strictObject({ policy: z.string(), score: z.number(), defer: z.boolean() })
      .optional(),
    by: z.string().optional().describe('The token it was asked with.'),
    request: z.string().optional().describe('The id of the request.'),
    trace: z.string().optional().describe('Its traceparent.'),
    answered: z.boolean(),
    outcomes: z.array(outcomeView),
  })
  .meta({ id: 'Receipt' });

export const forgottenSchema = z.strictObject({ forgotten: z.int() }).meta({ id: 'Forgotten' });

const versionView = z.strictObject({
  version: z.int(),
  id: z.string(),
  revision: z.int(),
  at: z.string(),
  by: z.string(),
  action: z.string(),
});

export const policyViewSchema = z
  .strictObject({
    version: z.int(),
    id: z.string(),
    revision: z.int(),
    method: z.string(),
    experts: z.array(z.string()),
    classes: z.array(z.string()),
    columns: z.array(z.string()),
    threshold,
    expectedRate: fraction.describe('On the calibration rows.'),
    settings: z.record(z.string(), z.unknown()),
    certificate: z.enum(['none', 'applies', 'suspended']),
    challenger: z.string().optional(),
    versions: z.array(versionView),
  })
  .meta({ id: 'PolicyView' });

export const queueSchema = z
  .strictObject({
    cases: z.array(
      z.strictObject({
        id: z.string(),
        step: z.int(),
        expert: z.string(),
        score: z.number(),
        waitingSince: z.string(),
        leasedUntil: z.string().optional(),
        inputs: z.record(z.string(), z.unknown()),
      }),
    ),
  })
  .meta({ id: 'Queue' });
