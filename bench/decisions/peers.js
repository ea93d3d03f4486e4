// scikit-learn peers (bench/peer/decisions.py): the same split, all the inputs a user has.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { log, outcomesOf, predictedClass } from '@cede/core';
import { startPeer } from '../peer/peer.js';

export const PEERS = ['logistic', 'boosting', 'boosting-small'];

/** Opens one Python; `scores(peer, fit, test)` are those of the test rows. */
export async function openPeers() {
  const peer = await startPeer('decisions.py', 'sklearn');
  if (!peer)
    throw new Error(
      'bench:decisions: no Python with scikit-learn was found (set PYTHON, or leave the peers out with --no-peers).',
    );
  const folder = mkdtempSync(join(tmpdir(), 'cede-decisions-'));
  return {
    async scores(name, fit, test) {
      const paths = { fit: join(folder, 'fit.f32'), test: join(folder, 'test.f32') };
      const { plain, columns } = widths(fit);
      writeFileSync(paths.fit, rowsOf(fit));
      writeFileSync(paths.test, rowsOf(test));
      const answer = await peer.ask({ ...paths, columns, plain, peer: name });
      return { scores: Float32Array.from(answer.scores), seconds: answer.seconds };
    },
    close() {
      peer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function widths({ model, classes, columns }) {
  const plain = (model ? classes.length + 4 : 0) + columns.length;
  return { plain, columns: plain + (model ? 2 * classes.length : 0) };
}

/** Probabilities, confidence, margin, entropy, the answer, columns; then logarithms and one-hot. */
function rowsOf(table) {
  const { model, classes, columns, rows } = table;
  const width = classes.length;
  const { model: right, expert } = outcomesOf(table);
  const values = [];
  for (let i = 0; i < rows; i++) {
    const p = model ? Array.from(model.subarray(i * width, (i + 1) * width)) : [];
    if (model) {
      const [first, second = 0] = [...p].sort((a, b) => b - a);
      const entropy = -p.reduce((sum, q) => sum + (q > 0 ? q * log(q) : 0), 0);
      values.push(...p, first, first - second, entropy, predictedClass(p, 0, width));
    }
    for (const column of columns) values.push(column.values[i]);
    if (model) {
      const answer = predictedClass(p, 0, width);
      values.push(...p.map((q) => log(Math.max(q, 1e-6))), ...p.map((_, c) => +(c === answer)));
    }
    values.push(right[i], expert[i]);
  }
  return new Uint8Array(Float32Array.from(values).buffer);
}
