// Made by scripts/client-types.js from the OpenAPI document of cede serve 0.1.0.
// biome-ignore-all format: as the program writes it

export type Batch = {
  /** Each a Case. One that is wrong is an error in its place. */
  cases: unknown[];
};

export type Case = {
  /** Your name for the case. Left out, the service makes one. */
  id?: string;
  /** 0, unless a cascade goes on: then the number of answers that came in before. */
  step?: number;
  /** The model's probabilities, in the policy's order of classes. */
  probs?: number[];
  /** In place of probs. */
  logits?: number[];
  /** The policy's feature columns by name. They may also stand beside id and probs. */
  features?: Record<string, number | string | boolean | null | number[]>;
  /** Where the policy has thresholds for groups. */
  group?: string;
  /** What asking the expert about this case costs. */
  cost?: number;
  /** Warns where the policy was fitted for another. */
  modelVersion?: string;
  [column: string]: unknown;
};

export type Decision = {
  id: string;
  step?: number;
  /** Whether the case is handed over. */
  defer: boolean;
  /** Who answers: 'model', or the name of an expert. */
  route: string;
  /** Low means: hand over. */
  score: number;
  /** Scores at or below it are handed over. */
  threshold: number | "inf" | "-inf";
  /** Score minus threshold. */
  margin: number | "inf" | "-inf";
  /** The model's own answer. */
  answer?: string;
  probability?: number;
  /** Feature columns far outside what was fitted. */
  unusual?: string[];
  /** What overruled the score. */
  mark?: "audit" | "over-cap" | "observe";
  warning?: string;
  policy: string;
  revision: number;
  reason: string;
};

export type Decisions = {
  decisions: (Decision | {
    id?: string;
    error: Problem;
  })[];
};

export type Forgotten = {
  forgotten: number;
};

export type Outcome = {
  /** Your name for the case. Left out, the service makes one. */
  id: string;
  /** 0, unless a cascade goes on: then the number of answers that came in before. */
  step?: number;
  /** Which expert; not needed where there is one. */
  who?: string;
  /** The expert's answer: a class by its index or name. */
  expert?: number | string;
  /** In place of expert: its probabilities, in the policy's order of classes. */
  expertProbs?: number[];
  /** The truth: a class by its index or name. */
  gold?: number | string;
  /** For policies without classes. */
  expertCorrect?: number;
  /** For policies without classes. */
  modelCorrect?: number;
  /** Correct an outcome that was told before. */
  replace?: boolean;
};

export type OutcomeAnswer = {
  id: string;
  /** False where it was known already. */
  recorded: boolean;
  /** Whether the truth of this case is asked for. */
  goldWanted: boolean;
  /** Where the policy joins answers: what model and expert answer together. */
  combine?: {
    answer: string;
    probability: number;
  };
  note?: string;
} | {
  id?: string;
  error: Problem;
};

export type Outcomes = {
  outcomes: unknown[];
};

export type OutcomesAnswer = {
  outcomes: ({
    id: string;
    /** False where it was known already. */
    recorded: boolean;
    /** Whether the truth of this case is asked for. */
    goldWanted: boolean;
    /** Where the policy joins answers: what model and expert answer together. */
    combine?: {
      answer: string;
      probability: number;
    };
    note?: string;
  } | {
    id?: string;
    error: Problem;
  })[];
};

export type PolicyChange = {
  /** Hand over this share of cases. */
  rate?: number;
  /** What a hand-over costs, in errors. */
  cost?: number;
  /** Hand over where the density ratio is at most this. */
  ratio?: number;
  /** A whole policy.json. */
  policy?: Record<string, unknown>;
  /** Back to this version. */
  rollback?: number;
  mode?: "enforce" | "observe";
  audit?: number;
  gold?: number;
  hold?: {
    what: "fixed" | "rate" | "cost" | "error";
    target?: number;
    step?: number;
    largestCost?: number;
    smallestPropensity?: number;
    /** Stay within what was certified. */
    clamp?: boolean;
  };
  /** By expert. */
  caps?: Record<string, {
    /** At most so many hand-overs … */
    limit: number;
    /** … within any so many seconds. */
    window: number;
    /** Spread over the window. */
    paced?: boolean;
  }>;
  /** A second policy that decides in the shadow; null ends it. */
  challenger?: Record<string, unknown> | null;
};

export type PolicyView = {
  version: number;
  id: string;
  revision: number;
  method: string;
  experts: string[];
  classes: string[];
  columns: string[];
  threshold: number | "inf" | "-inf";
  /** On the calibration rows. */
  expectedRate: number;
  settings: Record<string, unknown>;
  certificate: "none" | "applies" | "suspended";
  challenger?: string;
  versions: ({
    version: number;
    id: string;
    revision: number;
    at: string;
    by: string;
    action: string;
  })[];
};

export type Problem = {
  type: string;
  title: string;
  status: number;
  /** One sentence: what was found, and what to do. */
  detail: string;
  /** Which part of the request. */
  field?: string;
};

export type Queue = {
  cases: ({
    id: string;
    step: number;
    expert: string;
    score: number;
    waitingSince: string;
    leasedUntil?: string;
    inputs: Record<string, unknown>;
  })[];
};

export type Receipt = {
  decision: Decision;
  at: string;
  /** Of the policy, in the history of this service. */
  version: number;
  inputs: Record<string, unknown>;
  /** Whether the policy wished to hand it over. */
  wished: boolean;
  /** The smallest rate at which it would be handed over. */
  rank: number;
  /** The probability that the expert was asked. */
  auditProbability: number;
  goldPropensity: number;
  otherRates: ({
    rate: number;
    defer: boolean;
  })[];
  challenger?: {
    policy: string;
    score: number;
    defer: boolean;
  };
  /** The token it was asked with. */
  by?: string;
  /** The id of the request. */
  request?: string;
  /** Its traceparent. */
  trace?: string;
  answered: boolean;
  outcomes: ({
    who: string;
    value: unknown;
    /** The answer of model and expert together. */
    joined?: unknown;
    at: string;
  })[];
};

export type Release = {
  /** Your name for the case. Left out, the service makes one. */
  id: string;
  by?: string;
};
