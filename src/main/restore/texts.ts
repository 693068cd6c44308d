import { brand } from '../../shared/brand.ts';
import { params, texts } from '../../shared/texts.ts';

export const restoreTexts = texts('main/restore', {
  question: 'Which backup do you want to restore?',
  detail: params(
    `${brand} restarts with your chats as they were at that time. First it backs up your current chats, so you can return to them. Your replaced data is also kept.\n\nEverything is in {folder}. To move to another computer, quit ${brand} and copy this folder to the same location on that computer.`,
  ),
  cancel: 'Cancel',
  none: "There's no backup yet.",
  noneDetail: `${brand} makes one every six hours and each time you quit.`,
  notSaved: "Couldn't write to the disk, so nothing was restored. Free some space, then try again.",
  notRestored: "Couldn't restore the backup.",
  notRestoredDetail: params(
    '{problem}\n\nYour current data is kept. You can choose another backup in the File menu.',
  ),
});

export const moveTexts = texts('main/move', {
  message: 'Move your chats to another computer',
  detail: params(
    `Quit ${brand} on both computers, and copy this folder to the same location on the other one. It replaces the chats there.\n\n{folder}\n\nIt contains your chats, files and backups, but no API keys from the keychain and no settings of the app. You can also download your data and import the chats on the other computer.`,
  ),
  showFolder: 'Show Folder',
  export: 'Download My Data…',
  cancel: 'Cancel',
});
