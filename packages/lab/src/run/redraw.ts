import { drawAll, runFolders } from './draw-all.js';
import { drawFolder, type LabRun } from './draw-folder.js';

/** What was drawn again: the table, and of how many runs side by side; none where it is one run. */
export interface Redrawn {
  readonly table: string;
  readonly runs: number;
}

/** Draws the folder of a run, or of several runs, from what is kept there. */
export async function redraw(dir: string, run: LabRun, figures: boolean): Promise<Redrawn> {
  const folders = await runFolders(dir);
  const table =
    folders.length > 0 ? await drawAll(dir, folders, run) : await drawFolder(dir, run, figures);
  return { table, runs: folders.length };
}
