import { join } from 'node:path';
import { damagedBinary } from './damaged/binary.js';
import { type Damaged, fileOf } from './damaged/contract.js';
import { damagedText } from './damaged/text.js';

export type { Damaged };

/** Inputs no table can come of, formats × faults; the command line is fed them too. */
export const damaged: readonly Damaged[] = [
  ...damagedText,
  ...damagedBinary,
  {
    name: 'no such file',
    make: (folder) => join(folder, 'nowhere.csv'),
    message: /there is no such file/,
  },
  { name: 'a folder', make: (folder) => folder, message: /this is a folder/ },
  {
    name: 'an unknown ending',
    make: fileOf('table.xlsx', () => 'x'),
    message: /unknown kind of file \(known endings: \.csv/,
  },
  {
    name: 'a glob without files',
    make: (folder) => join(folder, '*.nothing.csv'),
    message: /no file matches/,
  },
];
