import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { duplicateKey, InputError } from '@cede/core';
import * as z from 'zod';

/** What a token may do. `admin` may do everything. */
export const ROLES = ['decide', 'outcome', 'review', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** A token as it is kept: its name for the record, and a hash that can't be turned back. */
export interface Token {
  readonly name: string;
  readonly hash: Buffer;
  readonly roles: readonly Role[];
}

const FILE = z.strictObject({
  tokens: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(100),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        roles: z.array(z.enum(ROLES)).min(1),
      }),
    )
    .min(1),
});

/** tokens.json: `{"tokens": [{"name": "shop", "sha256": "…", "roles": ["decide"]}]}`. */
export function readTokens(path: string): Token[] {
  let content: unknown;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
    content = JSON.parse(text);
  } catch (error) {
    throw new InputError(
      `tokens ${path}: can't be read (${(error as Error).message.split('\n')[0]}).`,
    );
  }
  const twice = duplicateKey(text);
  if (twice !== undefined)
    throw new InputError(`tokens ${path}: has the key "${twice}" twice in one place. Keep one.`);
  const result = FILE.safeParse(content);
  if (!result.success)
    throw new InputError(
      `tokens ${path}: expected {"tokens": [{"name": "…", "sha256": "64 hex digits", "roles": ["decide"]}]}, at ${result.error.issues[0].path.join('.') || 'the top'} found something else. Hash a token with: printf %s "$TOKEN" | sha256sum`,
    );
  return result.data.tokens.map(({ name, sha256, roles }) => ({
    name,
    hash: Buffer.from(sha256, 'hex'),
    roles,
  }));
}

/** The token of a request; every one is compared, in constant time. */
export function tokenOf(tokens: readonly Token[], header: string | undefined): Token | undefined {
  if (header === undefined || !/^bearer /i.test(header)) return undefined;
  const hash = createHash('sha256').update(header.slice(7).trim()).digest();
  let found: Token | undefined;
  for (const token of tokens) if (timingSafeEqual(token.hash, hash)) found = token;
  return found;
}

export const allows = ({ roles }: Token, role: Role | 'any'): boolean =>
  role === 'any' || roles.includes(role) || roles.includes('admin');

/** Addresses that only this machine reaches. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
