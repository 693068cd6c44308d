import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { BrowserWindow, dialog } from 'electron';
import { channels } from '../../shared/ipc/channels.ts';
import { openExternal } from '../window/external.ts';
import { safeFileName } from './file-name.ts';
import { handle, UserFacingError } from './handle.ts';

export function registerShell(): void {
  handle(channels.openExternal, async ({ url }) => {
    if (!(await openExternal(url)))
      throw new UserFacingError('Only links to web pages and email addresses can be opened.');
  });

  handle(channels.saveTextFile, async ({ name, text, encoding = 'utf8' }, contents) => {
    const options = { defaultPath: safeFileName(name) };
    const window = BrowserWindow.fromWebContents(contents);
    // The page suggests a name, but only the user chooses the path.
    const { canceled, filePath } = await (window
      ? dialog.showSaveDialog(window, options)
      : dialog.showSaveDialog(options));
    if (canceled || !filePath) return { name: null };
    try {
      await writeFile(filePath, text, encoding);
    } catch {
      throw new UserFacingError("Couldn't save the file there. Choose another folder.");
    }
    return { name: basename(filePath) };
  });
}
