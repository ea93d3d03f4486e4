import type { Problems } from '../problems.js';
import type { RawColumn } from '../read/contract.js';

/** What rows are called; each has a name. */
export class IdsColumn {
  readonly values: string[] = [];

  add(column: RawColumn, rows: number, firstRow: number, problems: Problems): void {
    for (let row = 0; row < rows; row++) {
      const id = column[row];
      if (id === null || id === undefined)
        problems.add('missing:id', firstRow + row, () => 'the id is empty');
      this.values.push(typeof id === 'string' ? id : String(id ?? ''));
    }
  }
}
