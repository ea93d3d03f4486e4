import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, insist, optionText } from '@cede/core';
import { md5OfFile, verifyFile } from '../dataset/checksum.js';
import type { OfficialFile } from '../dataset/dataset.js';
import { findDataset } from '../dataset/registry.js';
import { type DownloadOptions, download } from './download.js';

export interface FetchOptions extends DownloadOptions {
  /** The folder the file goes to; made if missing. */
  readonly dir: string;
  /** Keep a file whose checksum is not the official one; results made from it will say so. */
  readonly unverified?: boolean;
}

export interface Fetched {
  readonly path: string;
  readonly verified: boolean;
  /** False where the file was already there. */
  readonly downloaded: boolean;
}

/** Downloads a dataset's official file, checks it and puts it in place; resumes where it stopped. */
export async function fetchDataset(name: string, options: FetchOptions): Promise<Fetched> {
  const { official } = findDataset(name);
  insist(
    official !== null,
    () => `${name} comes with the project: there is nothing to fetch, use it as it is.`,
  );
  return fetchFile(official, options);
}

export async function fetchFile(official: OfficialFile, options: FetchOptions): Promise<Fetched> {
  const path = join(options.dir, official.file);
  if (existsSync(path)) {
    return { path, verified: await verifyFile(path, official.md5, options), downloaded: false };
  }
  const part = `${path}.part`;
  await download(official.address, part, options);
  const md5 = await md5OfFile(part);
  const verified = md5 === official.md5;
  if (!verified && options.unverified !== true) {
    // Kept, it would be taken for the beginning of the right file.
    await rm(part, { force: true });
    throw new InputError(
      `${official.file} from ${official.address}: md5 is ${md5}, expected ${official.md5}; it was ` +
        `thrown away. Try again, or pass ${optionText('unverified', 'true')} to keep what the server sends.`,
    );
  }
  await rename(part, path);
  return { path, verified, downloaded: true };
}
