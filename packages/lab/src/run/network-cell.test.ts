import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CellProgress } from '@cede/run';
import { expect, it } from 'vitest';
import { tinyDataset as dataset, tinyNetwork as spec } from '../../test/tiny.js';
import { networkCell, networkFunctions } from './network-cell.js';

it('tells of a resumed training what an earlier run had done', async () => {
  const checkpoints = mkdtempSync(join(tmpdir(), 'cede-network-cell-'));
  const stop = new AbortController();
  const train = (report: (progress: CellProgress) => void, signal: AbortSignal) => {
    const context = { dataset, checkpoints, threads: 1 };
    return networkFunctions[networkCell(spec).kind]({ spec, needs: {}, context, report, signal });
  };
  try {
    const first = train(({ done }) => {
      if (done > 0.5) throw new Error('enough');
    }, stop.signal);
    await expect(first).rejects.toThrow('enough');
    const seen: CellProgress[] = [];
    await train((progress) => seen.push(progress), stop.signal);
    // An epoch is one step here, and the first that was left is told of when it is done.
    const before = seen[0].done - 1 / 4;
    expect(before).toBeGreaterThanOrEqual(0.5);
    expect(seen.map(({ resumed }) => resumed)).toEqual(seen.map(() => before));
  } finally {
    rmSync(checkpoints, { recursive: true });
  }
});
