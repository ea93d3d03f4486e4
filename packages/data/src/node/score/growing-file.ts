import { type FileHandle, open } from 'node:fs/promises';
import { sizeOf } from './parquet-pages.js';

/** A file that grows at its end. */
export interface GrowingFile {
  /** Bytes up to now. */
  size(): number;
  write(...pieces: readonly Uint8Array[]): Promise<void>;
  /** May be called again. */
  close(): Promise<void>;
}

export async function growingFile(path: string): Promise<GrowingFile> {
  let handle: FileHandle | undefined = await open(path, 'wx');
  let at = 0;
  return {
    size: () => at,
    async write(...pieces) {
      const bytes = sizeOf(pieces);
      const { bytesWritten } = await handle!.writev(pieces as Uint8Array[], at);
      // A short write (a disk that is about full) is gone on with, and then says what is wrong.
      if (bytesWritten < bytes) {
        const rest = Buffer.concat(pieces);
        for (let done = bytesWritten; done < bytes; )
          done += (await handle!.write(rest, done, bytes - done, at + done)).bytesWritten;
      }
      at += bytes;
    },
    async close() {
      const closing = handle;
      handle = undefined;
      await closing?.close();
    },
  };
}
