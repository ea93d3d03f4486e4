import * as z from 'zod';

/** The most cases or outcomes in one request; more belong into a stream. */
export const MOST_AT_ONCE = 10_000;

const id = z
  .string()
  .min(1)
  .max(256)
  .describe('Your name for the case. Left out, the service makes one.');
const step = z
  .int()
  .min(0)
  .max(1000)
  .describe('0, unless a cascade goes on: then the number of answers that came in before.');
const featureValue = z.union([
  z.number(),
  z.string().max(1024),
  z.boolean(),
  z.null(),
  z.array(z.number()).max(100_000),
]);

/** A case to decide. Keys it does not know are feature columns, and refused where the policy has none. */
export const caseSchema = z
  .object({
    id: id.optional(),
    step: step.optional(),
    probs: z
      .array(z.number())
      .min(1)
      .max(100_000)
      .optional()
      .describe("The model's probabilities, in the policy's order of classes."),
    logits: z.array(z.number()).min(1).max(100_000).optional().describe('In place of probs.'),
    features: z
      .record(z.string().max(256), featureValue)
      .optional()
      .describe("The policy's feature columns by name. They may also stand beside id and probs."),
    group: z.string().max(256).optional().describe('Where the policy has thresholds for groups.'),
    cost: z.number().min(0).optional().describe('What asking the expert about this case costs.'),
    modelVersion: z
      .string()
      .max(256)
      .optional()
      .describe('Warns where the policy was fitted for another.'),
  })
  .catchall(featureValue)
  .meta({ id: 'Case' });

export const batchSchema = z
  .strictObject({
    cases: z
      .array(z.unknown())
      .min(1)
      .max(MOST_AT_ONCE)
      .describe('Each a Case. One that is wrong is an error in its place.'),
  })
  .meta({ id: 'Batch' });

const outcomeValue = z.union([z.int().min(0), z.string().max(256)]);

/** What the expert said about a case, and the truth where it is known. */
export const outcomeSchema = z
  .strictObject({
    id,
    step: step.optional(),
    who: z.string().max(256).optional().describe('Which expert; not needed where there is one.'),
    expert: outcomeValue.optional().describe("The expert's answer: a class by its index or name."),
    expertProbs: z
      .array(z.number().min(0).max(1))
      .min(1)
      .max(100_000)
      .optional()
      .describe("In place of expert: its probabilities, in the policy's order of classes."),
    gold: outcomeValue.optional().describe('The truth: a class by its index or name.'),
    expertCorrect: z.number().min(0).max(1).optional().describe('For policies without classes.'),
    modelCorrect: z.number().min(0).max(1).optional().describe('For policies without classes.'),
    replace: z.boolean().optional().describe('Correct an outcome that was told before.'),
  })
  .meta({ id: 'Outcome' });

export const outcomesSchema = z
  .strictObject({ outcomes: z.array(z.unknown()).min(1).max(MOST_AT_ONCE) })
  .meta({ id: 'Outcomes' });

const fraction = z.number().min(0).max(1);

const capSchema = z.strictObject({
  limit: z.int().min(0).describe('At most so many hand-overs …'),
  window: z.number().min(0.1).max(31_622_400).describe('… within any so many seconds.'),
  paced: z.boolean().optional().describe('Spread over the window.'),
});

/** One change of the policy in force. */
export const policyChangeSchema = z
  .strictObject({
    rate: fraction.optional().describe('Hand over this share of cases.'),
    cost: z.number().min(0).optional().describe('What a hand-over costs, in errors.'),
    ratio: z
      .number()
      .min(0)
      .optional()
      .describe('Hand over where the density ratio is at most this.'),
    policy: z.record(z.string(), z.unknown()).optional().describe('A whole policy.json.'),
    rollback: z.int().min(1).optional().describe('Back to this version.'),
    mode: z.enum(['enforce', 'observe']).optional(),
    audit: fraction.optional(),
    gold: fraction.optional(),
    hold: z
      .strictObject({
        what: z.enum(['fixed', 'rate', 'cost', 'error']),
        target: z.number().min(0).optional(),
        step: z.number().gt(0).max(1).optional(),
        largestCost: z.number().gt(0).optional(),
        smallestPropensity: z.number().gt(0).max(1).optional(),
        clamp: z.boolean().optional().describe('Stay within what was certified.'),
      })
      .optional(),
    caps: z.record(z.string().max(256), capSchema).optional().describe('By expert.'),
    challenger: z
      .union([z.record(z.string(), z.unknown()), z.null()])
      .optional()
      .describe('A second policy that decides in the shadow; null ends it.'),
  })
  .meta({ id: 'PolicyChange' });

export type PolicyChange = z.infer<typeof policyChangeSchema>;

export const queueQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).default(20),
  lease: z.coerce.number().min(0).max(86_400).default(0).describe('Seconds; 0 only looks.'),
  by: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Who reviews; the name of the token otherwise.'),
  expert: z.string().max(256).optional(),
});

export const releaseSchema = z
  .strictObject({ id, by: z.string().min(1).max(256).optional() })
  .meta({ id: 'Release' });

export const receiptQuerySchema = z.strictObject({
  step: z.coerce.number().int().min(0).max(1000).optional(),
});
