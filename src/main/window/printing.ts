import { writeFile } from 'node:fs/promises';
import { dialog, type BrowserWindow } from 'electron';
import { brand } from '../../shared/brand.ts';
import { safeFileName } from '../ipc/file-name.ts';
import { printTexts as texts } from './texts.ts';

/** Opens the system's print dialog for what the window shows. */
export function printPage(window: BrowserWindow | null): void {
  // Canceled, or no printer: the system's dialog has said so.
  window?.webContents.print({}, () => undefined);
}

/** Saves what the window shows as a PDF where the user chooses. */
export async function savePageAsPdf(window: BrowserWindow | null): Promise<void> {
  if (!window) return;
  const options = {
    defaultPath: `${safeFileName(window.getTitle() || brand)}.pdf`,
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  };
  try {
    // Quick ask hides without the focus, and a dialog attached to it would close.
    const { canceled, filePath } = await (window.isAlwaysOnTop()
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(window, options));
    if (canceled || !filePath) return;
    await writeFile(filePath, await window.webContents.printToPDF({ printBackground: true }));
  } catch {
    dialog.showErrorBox(brand, texts.notSaved);
  }
}
