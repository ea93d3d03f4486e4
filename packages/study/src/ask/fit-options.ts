import { type FitOptions, insistOnFitOptions, type Keys, refuseUnknown } from '@cede/core';

const FIT_OPTIONS: Keys<FitOptions> = {
  ...{ seed: true, epochs: true, batch: true, hidden: true, learningRate: true, weightDecay: true },
  ...{ earlyStopping: true, onProgress: true, signal: true, expert: true, features: true },
  ...{ scorer: true, members: true, q: true, near: true, answers: true, errorCost: true },
  ...{ combine: true, shortlist: true },
};

/** Told before anything is fitted. `what`: whose options these are, for the message. */
export function checkFitOptions(what: string, given: FitOptions = {}): void {
  refuseUnknown(what, given, Object.keys(FIT_OPTIONS));
  insistOnFitOptions(given, what);
}

/** Where keys belong that people look for one level higher: `seed` → `training.seed`. */
export const within = (name: string, keys: object = FIT_OPTIONS): Record<string, string> =>
  Object.fromEntries(Object.keys(keys).map((key) => [key, `${name}.${key}`]));
