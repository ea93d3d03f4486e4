import { createHash } from 'node:crypto';
import { canonicalJson } from '../cell/canonical-json.js';
import { type Cell, hashOf, needsOf } from '../cell/cell.js';
import { decodeResult, encodeResult } from './encode-result.js';

/**
 * The text of one cell's file. It names the cell in full, so that a person can read what it is,
 * and carries the hash of its result, so that damage shows.
 */
export function cellText(cell: Cell, result: unknown): string {
  const encoded = JSON.stringify(encodeResult(result));
  const head = canonicalJson({
    format: 'cede/cell',
    version: 1,
    hash: hashOf(cell),
    kind: cell.kind,
    spec: cell.spec,
    needs: needsOf(cell),
    checksum: checksum(encoded),
  });
  return `${head.slice(0, -1)},"result":${encoded}}\n`;
}

/** The result in a file's text, or the reason why it can't be trusted. */
export function readCellText(
  cell: Cell,
  text: string,
): { readonly result: unknown } | { readonly damage: string } {
  let file: Record<string, unknown>;
  try {
    file = JSON.parse(text);
  } catch {
    return { damage: 'is not JSON, perhaps cut off' };
  }
  if (file?.format !== 'cede/cell' || file.version !== 1)
    return { damage: `has format ${file?.format} ${file?.version} (expected cede/cell 1)` };
  if (file.hash !== hashOf(cell))
    return { damage: `holds cell ${file.hash} (expected ${hashOf(cell)})` };
  if (checksum(JSON.stringify(file.result)) !== file.checksum)
    return { damage: 'has a result that does not match its checksum' };
  try {
    return { result: decodeResult(file.result) };
  } catch (error) {
    return { damage: (error as Error).message };
  }
}

/** Node's own SHA-256, for the speed: results may be megabytes. */
function checksum(text: string | undefined): string {
  return createHash('sha256')
    .update(text ?? '')
    .digest('hex');
}
