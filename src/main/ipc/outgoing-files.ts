import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nativeImage, ShareMenu } from 'electron';
import { channels } from '../../shared/ipc/channels.ts';
import { log } from '../log.ts';
import { safeFileName } from './file-name.ts';
import { handle, UserFacingError } from './handle.ts';

export interface OutgoingFiles {
  /** Deletes the files, which the receiving programs have copied. Never throws. */
  readonly clear: () => void;
}

/**
 * Writes files that the user drags out of the window or shares, because the system needs a path. Only the user can read
 * them, and the folder is emptied at every start and exit of the app.
 * @param directory absolute path of a folder for these files only
 * @param icon absolute path of the image under the pointer
 */
export function registerOutgoingFiles(directory: string, icon: string): OutgoingFiles {
  const clear = (): void => {
    try {
      rmSync(directory, { recursive: true, force: true });
    } catch {
      // Windows cannot delete a file that another program is reading. The next start tries again.
      log('files.not-cleared');
    }
  };
  const write = async ({ name, text }: { readonly name: string; readonly text: string }): Promise<string> => {
    // Each file has a new folder, so that it keeps its name while an earlier one is still being copied.
    const folder = join(directory, randomUUID());
    const file = join(folder, safeFileName(name));
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(file, text, { mode: 0o600 });
    } catch {
      throw new UserFacingError("Couldn't create the file. Free some space, then try again.");
    }
    return file;
  };
  clear();
  handle(channels.dragOut, async (content, contents) => {
    const file = await write(content);
    contents.startDrag({ file, icon: nativeImage.createFromPath(icon).resize({ width: 64, height: 64 }) });
  });
  handle(channels.shareFile, async (content) => {
    new ShareMenu({ filePaths: [await write(content)] }).popup();
  });
  return { clear };
}
