import { beforeAll, expect, it } from 'vitest';
import { API, freshApi, pagesOf } from '../../../../scripts/api.js';

let fresh: Awaited<ReturnType<typeof freshApi>>;
beforeAll(async () => {
  fresh = await freshApi();
});

it('every exported symbol has a sentence', () => {
  expect(fresh.without).toEqual([]);
});

it('docs/api is what the source says (else: npm run docs:api)', () => {
  const written = pagesOf(API);
  const stale = Object.keys({ ...written, ...fresh.pages }).filter(
    (name) => written[name] !== fresh.pages[name],
  );
  expect(stale).toEqual([]);
});
