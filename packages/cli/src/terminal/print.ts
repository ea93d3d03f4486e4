import { fstatSync, writeSync } from 'node:fs';
import { InputError } from '@cede/core';
import { forScreen, widthOf } from '@cede/report/screen';
import { reason } from '@cede/run/reason';

/**
 * Text to stdout; false where its reader has no room for more yet. Of a file, Node's own stream
 * takes what a full disk left of a piece for the whole: here every byte is counted.
 */
export function print(text: string): boolean {
  const { fd } = process.stdout as { fd?: number };
  if (fd === undefined || !fstatSync(fd).isFile()) return process.stdout.write(text);
  const bytes = Buffer.from(text);
  try {
    for (let written = 0; written < bytes.length; )
      written += writeSync(fd, bytes, written, bytes.length - written);
  } catch (error) {
    throw new InputError(`stdout can't be written (${reason(error)}).`);
  }
  return true;
}

/** Sentences and tables for a person. */
export const say = (text: string): boolean => print(`${forScreen(text, process.stdout)}\n`);

/** What stdout can show. */
export const terminal = () => ({
  width: widthOf(process.stdout),
  colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
});
