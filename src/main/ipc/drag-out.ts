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
  /** Deletes the dragged files. The programs that received them have their own copies. Never throws. */
  readonly clear: () => void;
}

/**
 * Writes files that the user drags out of the window, because the system needs a path. Only this user can read
 * them, and the folder is emptied whenever the app starts or quits.
 * @param directory absolute path of a folder that contains nothing else
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
    // Each drag has its own folder: the file keeps its name, and an earlier file may still be copied.
    const folder = join(directory, randomUUID());
    const file = join(folder, safeFileName(name));
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(file, text, { mode: 0o600 });
    } catch {
      throw new UserFacingError("Couldn't create the file. Free some space and try again.");
    }
    contents.startDrag({ file, icon: nativeImage.createFromPath(icon).resize({ width: 64, height: 64 }) });
  });
  return { clear };
}
