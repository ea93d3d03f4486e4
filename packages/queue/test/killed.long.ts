import { expect, test } from 'vitest';
import { killWorkers } from './kill.js';
import { hasRedis } from './redis.js';

test.skipIf(!hasRedis)(
  'workers killed twenty times: every cell is in the ledger exactly once',
  async () => {
    await expect(killWorkers(20)).resolves.toBeUndefined();
  },
);
