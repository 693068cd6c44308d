import { writeFile } from 'node:fs/promises';
import { BrowserWindow, dialog } from 'electron';
import { channels } from '../../shared/ipc/channels.ts';
import { openExternal } from '../window/external.ts';
import { safeFileName } from './file-name.ts';
import { handle, UserFacingError } from './handle.ts';

/** What leaves the app: links, to the user's browser, and files, to where the user says. */
export function registerShell(): void {
  handle(channels.openExternal, async ({ url }) => {
    if (!(await openExternal(url)))
      throw new UserFacingError('Only links to web pages and mail addresses can be opened.');
  });

  handle(channels.saveTextFile, async ({ name, text, encoding = 'utf8' }, contents) => {
    const options = { defaultPath: safeFileName(name) };
    const window = BrowserWindow.fromWebContents(contents);
    // The path comes from the person at the dialog alone; the page suggests a bare name.
    const { canceled, filePath } = await (window
      ? dialog.showSaveDialog(window, options)
      : dialog.showSaveDialog(options));
    if (canceled || !filePath) return { saved: false };
    try {
      await writeFile(filePath, text, encoding);
    } catch {
      throw new UserFacingError('The file could not be written there.');
    }
    return { saved: true };
  });
}
