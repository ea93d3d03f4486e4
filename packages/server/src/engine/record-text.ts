import { type Decision, storeThreshold } from '@cede/core';
import type { Asker } from './answer.js';
import type { Facts } from './facts.js';
import { jsonText } from './plain-text.js';
import { remembering } from './remembering.js';

/** All that an answer tells. */
export interface AnswerParts {
  readonly id: string;
  readonly step: number;
  readonly deferred: boolean;
  readonly route: string;
  readonly decision: Decision;
  /** The one that counted: the controller's, where there is one. */
  readonly threshold: number;
  readonly mark: string;
  readonly warning: string | undefined;
  readonly policy: string;
  readonly revision: number;
  readonly reason: string;
  /** Whether route, answer and reason are known to stand for themselves in JSON. */
  readonly plain: boolean;
}

const quoted = (text: string) => `"${text}"`;

/** Scores and margins may be infinite, which JSON can't say. */
const number = (value: number) =>
  Number.isFinite(value) ? `${value}` : JSON.stringify(storeThreshold(value));

/** One decision's score stands in its answer, its record and its headers. */
export const scoreText = remembering(number);
const thresholdText = remembering(number);

/**
 * An answer as JSON. Both texts of a decision are written out by hand: `JSON.stringify` of objects
 * put together for it took a fifth of a decision's time.
 */
export function answerText(p: AnswerParts): string {
  const { decision } = p;
  const { answer, unusual } = decision;
  const named = p.plain ? quoted : jsonText;
  return `{"id":${jsonText(p.id)}${p.step > 0 ? `,"step":${p.step}` : ''},"defer":${p.deferred},"route":${named(p.route)},"score":${scoreText(decision.score)},"threshold":${thresholdText(p.threshold)},"margin":${number(decision.score - p.threshold)}${
    answer === undefined
      ? ''
      : `,"answer":${named(answer)},"probability":${number(decision.probability!)}`
  }${unusual ? `,"unusual":${JSON.stringify(unusual)}` : ''}${p.mark ? `,"mark":"${p.mark}"` : ''}${
    p.warning === undefined ? '' : `,"warning":${jsonText(p.warning)}`
  },"policy":"${p.policy}","revision":${p.revision},"reason":${named(p.reason)}}`;
}

/** What only the record keeps; read back as {@link Facts}. */
export interface FactParts
  extends Omit<Facts, 'scores' | 'propensities' | 'by' | 'request' | 'trace'> {
  /** The first expert: scores and probabilities are kept by name. */
  readonly expert: string;
  readonly score: number;
  readonly propensity: number;
  readonly asker: Asker;
  /** Whether the expert's name is known to stand for itself in JSON. */
  readonly plain: boolean;
}

export function factsText(f: FactParts): string {
  const name = f.plain ? quoted(f.expert) : jsonText(f.expert);
  const { by, request, trace } = f.asker;
  return `{"rank":${f.rank}${f.control === undefined ? '' : `,"control":${f.control}`},"wished":${f.wished},"scores":{${name}:${scoreText(f.score)}},"propensities":{${name}:${f.propensity}},"goldPropensity":${f.goldPropensity},"goldWanted":${f.goldWanted}${
    f.group === undefined ? '' : `,"group":${jsonText(f.group)}`
  }${f.cost === undefined ? '' : `,"cost":${f.cost}`}${
    f.challenger === undefined ? '' : `,"challenger":${JSON.stringify(f.challenger)}`
  }${by === undefined ? '' : `,"by":${jsonText(by)}`}${
    request === undefined ? '' : `,"request":${jsonText(request)}`
  }${trace === undefined ? '' : `,"trace":${jsonText(trace)}`},"version":${f.version}}`;
}
