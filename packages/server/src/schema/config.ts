import * as z from 'zod';
import type { ConfigFile } from './config-file.js';

const fraction = z.number().min(0).max(1);

/** How one policy is applied. */
const policyFlags = {
  observe: z.boolean(),
  enforce: z.boolean(),
  rate: fraction,
  hold: z.enum(['fixed', 'rate', 'cost', 'error']),
  target: z.number().min(0),
  largestCost: z.number().gt(0),
  clamp: z.boolean(),
  cap: z.union([z.string(), z.record(z.string(), z.string())]),
  pace: z.boolean(),
  audit: fraction,
  gold: fraction,
  challenger: z.string(),
};

/** What all policies of a service share. */
const serviceFlags = {
  host: z.string(),
  port: z.int().min(0).max(65_535),
  store: z.string(),
  durability: z.enum(['strict', 'relaxed']),
  tokens: z.string(),
  idempotency: z.int().min(0),
  retention: z.number().gt(0),
  bodyLimit: z.int().min(1),
  mostAtOnce: z.int().min(1),
};

/** Every key at the top of a config file that is an option, too. */
export const CONFIG_KEYS: Readonly<Record<string, unknown>> = { ...serviceFlags, ...policyFlags };

export const configSchema: z.ZodType<ConfigFile> = z
  .strictObject({ ...serviceFlags, ...policyFlags })
  .partial()
  .extend({
    policy: z.string().optional(),
    policies: z
      .record(
        z.string().regex(/^[\w.-]{1,100}$/),
        z.strictObject(policyFlags).partial().extend({ policy: z.string() }),
      )
      .optional(),
  });
