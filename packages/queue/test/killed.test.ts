import { expect, test } from 'vitest';
import { killWorkers } from './kill.js';
import { hasRedis } from './redis.js';

// Twenty kills in killed.long.ts.
test.skipIf(!hasRedis)(
  'workers killed three times: every cell is in the ledger exactly once',
  async () => {
    await expect(killWorkers(3)).resolves.toBeUndefined();
  },
  240_000,
);
