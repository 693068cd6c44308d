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
  /** Deletes what was dragged out, as far as the system lets it: who dropped it somewhere has a copy there. Never throws. */
  readonly clear: () => void;
}

/**
 * Files that a person drags out of the window. The system's drag takes a path, so the file is written first: readable by
 * this user alone, in a folder of main's that is emptied at each start and end of the app.
 *
 * @param directory absolute path of that folder; nothing else lies in it
 * @param icon absolute path of the picture under the pointer
 */
export function registerDragOut(directory: string, icon: string): DragOut {
  const clear = (): void => {
    try {
      rmSync(directory, { recursive: true, force: true });
    } catch {
      // Windows deletes no file that another program still reads. The next start tries again; this one must go on.
      log('files.not-cleared');
    }
  };
  clear();
  handle(channels.dragOut, async ({ name, text }, contents) => {
    // One folder a drag: the file keeps its name, and a former one that is still being copied stays.
    const folder = join(directory, randomUUID());
    const file = join(folder, safeFileName(name));
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(file, text, { mode: 0o600 });
    } catch {
      throw new UserFacingError('The file could not be made.');
    }
    contents.startDrag({ file, icon: nativeImage.createFromPath(icon).resize({ width: 64, height: 64 }) });
  });
  return { clear };
}
