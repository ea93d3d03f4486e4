import { InputError } from '@cede/core';
import type { CellFunction, CellFunctions } from '../cell/cell.js';

export function functionOf(functions: CellFunctions, kind: string): CellFunction {
  if (!Object.hasOwn(functions, kind))
    throw new InputError(
      `cell kind "${kind}" is unknown (known: ${Object.keys(functions).join(', ') || 'none'}).`,
    );
  return functions[kind];
}
