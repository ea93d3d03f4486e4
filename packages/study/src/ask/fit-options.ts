import { type FitOptions, type Keys, refuseUnknown } from '@cede/core';

const FIT_OPTIONS: Keys<FitOptions> = {
  ...{ seed: true, epochs: true, batch: true, hidden: true, learningRate: true, weightDecay: true },
  ...{ earlyStopping: true, onProgress: true, signal: true, expert: true, features: true },
  ...{ scorer: true, members: true, q: true, near: true, answers: true, errorCost: true },
  ...{ combine: true, shortlist: true },
};

/** `what`: whose options these are, for the message. */
export const refuseUnknownFitOptions = (what: string, given: FitOptions | undefined): void =>
  refuseUnknown(what, given ?? {}, Object.keys(FIT_OPTIONS));

/** Where keys belong that people look for one level higher: `seed` → `training.seed`. */
export const within = (name: string, keys: object = FIT_OPTIONS): Record<string, string> =>
  Object.fromEntries(Object.keys(keys).map((key) => [key, `${name}.${key}`]));
