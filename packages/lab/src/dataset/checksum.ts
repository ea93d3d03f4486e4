import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { insist, optionText } from '@cede/core';

/** MD5, because it is what the datasets' own pages publish; it guards against damage, not malice. */
export async function md5OfFile(path: string): Promise<string> {
  const hash = createHash('md5');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** True if the file is the official one, false if another was allowed, else refused. */
export async function verifyFile(
  path: string,
  md5: string,
  options: { readonly unverified?: boolean },
): Promise<boolean> {
  const found = await md5OfFile(path);
  if (found === md5) return true;
  insist(
    options.unverified === true,
    () =>
      `${basename(path)}: md5 is ${found}, the official file's is ${md5}. Fetch it again, or ` +
      `pass ${optionText('unverified', 'true')} to use it as it is (results will say so).`,
  );
  return false;
}
