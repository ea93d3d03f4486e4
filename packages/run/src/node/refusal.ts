import { InputError } from '@cede/core';

/** What the system said, in words, and what to do about it. */
const CAUSES: Readonly<Record<string, readonly [cause: string, fix: string]>> = {
  ENOSPC: [
    'the disk is full',
    'Free some space and give the same command again: what is finished is kept',
  ],
  EDQUOT: [
    'your quota is used up',
    'Free some space and give the same command again: what is finished is kept',
  ],
  EFBIG: ['the file would be too large', 'Allow larger files, or choose another folder'],
  EACCES: ['not permitted', 'Choose a folder you may write to'],
  EPERM: ['not permitted', 'Choose a folder you may write to'],
  EROFS: ['the disk is read-only', 'Choose a folder you may write to'],
  ENOTDIR: ['a part of the path is not a folder', 'Choose another folder'],
  EEXIST: ['there is a file of that name', 'Choose another folder'],
  ENAMETOOLONG: ['the name is too long', 'Choose a folder with a shorter name'],
  EMFILE: ['too many files are open', 'Do the same again with fewer jobs'],
};

/** One sentence for a ledger that can't do its work: what, where, why, and how to go on. */
export function ledgerRefusal(verb: 'open' | 'read' | 'write', path: string, error: unknown) {
  const { code, message } = error as NodeJS.ErrnoException;
  const [cause, fix] = CAUSES[code ?? ''] ?? [code ?? message, undefined];
  return new InputError(`ledger: can't ${verb} ${path} (${cause}).${fix ? ` ${fix}.` : ''}`);
}
