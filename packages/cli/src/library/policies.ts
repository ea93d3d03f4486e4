import type { Policy } from '@cede/core';
import * as files from '../files.js';
import { type Path, pathOf } from './paths.js';

/** Reads policy.json; a damaged or newer file is refused. */
export const readPolicy = (path: Path): Promise<Policy> => files.readPolicy(pathOf(path));

/** Writes policy.json, whole or not at all. */
export const writePolicy = (path: Path, policy: Policy): Promise<void> =>
  files.writePolicy(pathOf(path), policy);
