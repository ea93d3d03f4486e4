import { access, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '@cede/core';
import { reason, writeWhole } from '@cede/run/node';
import type { ObjectStore } from './store.js';

/** Objects in a folder that all machines see. */
export async function folderStore(folder: string): Promise<ObjectStore> {
  const fileOf = (name: string) => join(folder, 'objects', name.slice(0, 2), name);
  try {
    await mkdir(join(folder, 'objects'), { recursive: true });
  } catch (error) {
    throw new InputError(`queue: can't write to the store ${folder} (${reason(error)}).`);
  }
  return {
    kind: 'folder',
    shown: folder,
    async put(name, bytes) {
      const file = fileOf(name);
      if (await exists(file)) return;
      await mkdir(dirname(file), { recursive: true });
      await writeWhole(file, bytes);
    },
    async get(name) {
      try {
        return await readFile(fileOf(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
  };
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
