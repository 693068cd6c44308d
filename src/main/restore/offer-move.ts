import { dialog, shell } from 'electron';
import { brand } from '../../shared/brand.ts';
import { moveTexts as texts } from './texts.ts';

export interface MoveOptions {
  /** The folder of the embedded service's data. */
  readonly folder: string;
  readonly openExport: () => void;
}

/** Explains how chats get to another computer, and shows the folder to copy or the page with the export. */
export async function offerMove({ folder, openExport }: MoveOptions): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'info',
    title: brand,
    message: texts.message,
    detail: texts.detail({ folder }),
    buttons: [texts.showFolder, texts.export, texts.cancel],
    defaultId: 0,
    cancelId: 2,
  });
  if (response === 0) shell.showItemInFolder(folder);
  if (response === 1) openExport();
}
