import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nativeImage } from 'electron';
import { channels } from '../../shared/ipc/channels.ts';
import { log } from '../log.ts';
import { safeFileName } from './file-name.ts';
import { handle, UserFacingError } from './handle.ts';

export interface DragOut {
  /** Deletes the dragged files, which the receiving programs have copied. Never throws. */
  readonly clear: () => void;
}

/**
 * Writes files that the user drags out of the window, because a system drag needs a path. Only the user can read
 * them, and the folder is emptied at every start and exit of the app.
 * @param directory absolute path of a folder for these files only
 * @param icon absolute path of the image under the pointer
 */
export function registerDragOut(directory: string, icon: string): DragOut {
  const clear = (): void => {
    try {
      rmSync(directory, { recursive: true, force: true });
    } catch {
      // Windows cannot delete a file that another program is reading. The next start tries again.
      log('files.not-cleared');
    }
  };
  clear();
  handle(channels.dragOut, async ({ name, text }, contents) => {
    // Each drag has a new folder, so that the file keeps its name while an earlier one is still being copied.
    const folder = join(directory, randomUUID());
    const file = join(folder, safeFileName(name));
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(file, text, { mode: 0o600 });
    } catch {
      throw new UserFacingError("Couldn't create the file. Free some space, then try again.");
    }
    contents.startDrag({ file, icon: nativeImage.createFromPath(icon).resize({ width: 64, height: 64 }) });
  });
  return { clear };
}
