import { writeFile } from 'node:fs/promises';
import { dialog, type BrowserWindow } from 'electron';
import { brand } from '../../shared/brand.ts';
import { safeFileName } from '../ipc/file-name.ts';
import { printTexts as texts } from './texts.ts';

export function printPage(window: BrowserWindow | null): void {
  // The user canceled, or there is no printer. The system's dialog has already reported it.
  window?.webContents.print({}, () => undefined);
}

export async function savePageAsPdf(window: BrowserWindow | null): Promise<void> {
  if (!window) return;
  const options = {
    defaultPath: `${safeFileName(window.getTitle() || brand)}.pdf`,
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  };
  try {
    // Quick ask hides when it loses the focus, which would also close a dialog attached to it.
    const { canceled, filePath } = await (window.isAlwaysOnTop()
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(window, options));
    if (canceled || !filePath) return;
    await writeFile(filePath, await window.webContents.printToPDF({ printBackground: true }));
  } catch {
    dialog.showErrorBox(brand, texts.notSaved);
  }
}
