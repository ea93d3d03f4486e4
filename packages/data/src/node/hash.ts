import { createHash } from 'node:crypto';
import type { Table } from '@cede/core';
import { tableHash as plainTableHash } from '../hash.js';

/** The same hash as the browser door's, by Node's faster SHA-256. */
export function tableHash(table: Table): string {
  const hash = createHash('sha256');
  return plainTableHash(table, {
    update: (bytes) => hash.update(bytes),
    digest: () => hash.digest('hex'),
  });
}
