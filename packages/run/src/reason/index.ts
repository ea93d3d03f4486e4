/**
 * What the system said when something failed, in words.
 *
 * @module
 */

/** What the system said, in words. */
export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'not permitted',
    EPERM: 'not permitted',
    ELOOP: 'it is a link that leads back to itself',
    EISDIR: 'it is a folder',
    EEXIST: 'there is a file of that name',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk is full',
    EFBIG: 'the file is as large as it may be',
    ENOTDIR: 'a part of the path is not a folder',
    EROFS: 'the disk is read-only',
    ENAMETOOLONG: 'the name is too long',
  };
  return known[code ?? ''] ?? code ?? message;
}
