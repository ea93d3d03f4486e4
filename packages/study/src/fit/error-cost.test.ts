import { expect, it } from 'vitest';
import { world } from '../../test/worlds.js';
import { inlineStudyRunner } from '../inline-runner.js';
import { fit } from './fit.js';

it('what errors cost is refused where no choice listens to it', async () => {
  const run = { runner: inlineStudyRunner() };
  const table = world({ expert: 'labels' });
  await expect(fit(table, { method: 'linear', errorCost: 3 }, run)).rejects.toThrow(
    /steers the choice of auto, and method linear was chosen/,
  );
  await expect(fit(table, { setting: { densityRatio: 1 }, errorCost: 3 }, run)).rejects.toThrow(
    /a density ratio leaves nothing to choose/,
  );
  await expect(fit(table, { method: 'linear' }, run)).resolves.toBeDefined();
});
